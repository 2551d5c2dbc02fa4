use super::*;
use crate::circuit::clocked::Clocked;

/// The cursor after a clear, on a wheel of `slots`.
fn scan(slots: u64) -> Scan {
    let mut scan = Scan::new(&TimerBuild::minimal());
    scan.connect_all();
    scan.clear.next = true;
    scan.tick();
    scan.clear.next = false;
    scan.slot_mask.next = (slots - 1).into();
    scan
}

/// One clock, with a memory that answers in the next one; what was read while the bit is written shows it.
fn tick(scan: &mut Scan, bits: &[bool]) {
    scan.settle();
    let word = scan.word_address.val().index();
    let data = (0..16).fold(0, |data, place| data | u64::from(bits[word * 16 + place]) << place);
    Clocked::tick(scan);
    scan.word_data.next = data.into();
    scan.settle();
}

fn at(scan: &Scan) -> u64 {
    scan.at.val().into()
}

/// Busy bits, ticks, pauses and visits at random: every busy slot stops the cursor at its tick, once, and never
/// before its tick.
#[test]
fn scan_at_random_stops_at_every_busy_slot_and_nowhere_else() {
    for seed in 0..8 {
        println!("seed {seed}");
        let mut random = fastrand::Rng::with_seed(seed);
        let slots = 16 << (seed % 3);
        let mut scan = scan(slots);
        let mut bits = vec![false; slots as usize];
        let (mut now, mut next, mut stops, mut clocks) = (0, 1, 0, 0);
        let mut fast = false;
        while now < 12_000 {
            clocks += 1;
            if clocks % 400 == 0 {
                fast = random.bool();
            }
            let ticks = fast || random.u8(0..6) == 0;
            // A start pauses the cursor while it sets a bit ahead of now.
            let pause = random.u8(0..8) == 0;
            scan.tick.next = ticks;
            scan.pause.next = pause;
            scan.visited.next = false;
            scan.settle();
            assert!(at(&scan) <= now + 1, "ahead of now");
            if scan.busy.val() {
                let slot = at(&scan) % slots;
                assert!(at(&scan) <= now && bits[slot as usize], "{}", at(&scan));
                // Those between the last stop and this one were not busy all the time.
                assert!(at(&scan) >= next);
                if random.u8(0..3) == 0 {
                    scan.visited.next = true;
                    bits[slot as usize] = random.u8(0..4) == 0;
                    next = at(&scan) + 1;
                    stops += 1;
                }
            } else {
                let passed = (next..at(&scan)).find(|tick| bits[(tick % slots) as usize]);
                assert_eq!(passed, None, "at {}", at(&scan));
                next = next.max(at(&scan));
            }
            if random.u8(0..12) == 0 {
                // Only bits that the cursor has not looked at: between now and a lap after it.
                let ahead = at(&scan) + slots - 1;
                if now + 1 < ahead {
                    bits[(random.u64(now + 1..=ahead) % slots) as usize] = true;
                }
            }
            tick(&mut scan, &bits);
            now += u64::from(ticks);
        }
        assert!(stops > 150, "{stops}");
    }
}

#[test]
fn scan_of_an_empty_wheel_passes_sixteen_slots_a_clock() {
    let mut scan = scan(1024);
    let bits = vec![false; 1024];
    scan.pause.next = true;
    scan.tick.next = true;
    for _ in 0..8000 {
        tick(&mut scan, &bits);
    }
    assert_eq!(at(&scan), 1);
    scan.pause.next = false;
    scan.tick.next = false;
    let mut clocks = 0;
    while at(&scan) <= 7800 {
        tick(&mut scan, &bits);
        clocks += 1;
    }
    assert!(clocks <= 7800 / 16 + 16, "{clocks}");
    for _ in 0..200 {
        tick(&mut scan, &bits);
    }
    assert_eq!(at(&scan), 8001, "all of them");
    assert!(!scan.behind.val());
}

#[test]
fn scan_with_a_tick_of_one_clock_keeps_up() {
    let mut scan = scan(64);
    let bits = vec![false; 64];
    scan.tick.next = true;
    for now in 0..5000 {
        tick(&mut scan, &bits);
        assert!(at(&scan) + 40 > now, "{} at {now}", at(&scan));
    }
}
