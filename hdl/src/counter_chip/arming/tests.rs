use super::*;
use crate::circuit::clocked::Clocked;

fn swept(seed: u64) -> (Arming, Vec<bool>) {
    let mut arming = Arming::new(10, false, true, true);
    arming.connect_all();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut bits: Vec<bool> = (0..1024).map(|_| random.bool()).collect();
    arming.clear.next = true;
    arming.tick();
    arming.clear.next = false;
    // The cursor's position, as it was in the last clocks.
    let mut positions = [0u64; 3];
    for clock in 0.. {
        arming.swept.next = (!positions[2] & 1023).into();
        arming.clock.next = Clock { clk: false };
        arming.settle();
        if arming.ready.val() {
            assert!((1024..1030).contains(&clock), "swept in {clock} clocks");
            break;
        }
        if arming.write_enable.val() {
            assert!(!arming.write_data.val());
            bits[!arming.write_address.val().index() & 1023] = false;
        }
        let next = (positions[0] + u64::from(arming.sweeping.val())) % 1024;
        positions = [next, positions[0], positions[1]];
        arming.tick();
    }
    (arming, bits)
}

#[test]
fn arming_sweep_clears_every_bit() {
    let (_, bits) = swept(1);
    assert!(bits.iter().all(|&bit| !bit));
}

#[test]
fn arming_random_commands_write_the_bits_meant_and_no_others() {
    for seed in 0..20 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut arming, mut bits) = swept(seed);
        let (mut expected, mut request) = (bits.clone(), None);
        // Two wheels: 37 slots from word 0, 200 slots from word 3; the rest are absent.
        let sizes = [37, 200, 0, 0, 0, 0, 0, 0];
        let (mut since, mut command) = (9, None);
        let mut refusals = 0;
        for _ in 0..4000 {
            arming.arm.next = false;
            arming.disarm.next = false;
            since += 1;
            if since >= 4 && random.u8(0..3) == 0 {
                since = 0;
                let (wheel, slot, sets) = (random.usize(0..4), random.u64(0..240), random.bool());
                arming.arm.next = sets;
                arming.disarm.next = !sets;
                arming.wheel.next = (wheel as u64).into();
                arming.slot.next = slot.into();
                command = Some((wheel, slot, sets));
            }
            if request.is_none() && random.u8(0..5) == 0 {
                request = Some(random.usize(0..200));
            }
            arming.clear_request.next = request.is_some();
            arming.clear_address.next = (!request.unwrap_or(0) as u64 & 1023).into();
            arming.clock.next = Clock { clk: false };
            arming.settle();
            // The write of this clock: three clocks after its command, or a clearing that was asked for.
            let due = command.filter(|_| since == 3);
            let exists = due.filter(|&(wheel, slot, _)| slot < sizes[wheel]);
            assert_eq!(arming.refused.val(), due.is_some() && exists.is_none());
            refusals += u32::from(arming.refused.val());
            assert_eq!(arming.written_arm.val(), exists.is_some_and(|(_, _, sets)| sets));
            if let Some((wheel, slot, sets)) = exists {
                expected[48 * wheel + slot as usize] = sets;
                if sets {
                    assert_eq!(arming.written_slot.val(), slot);
                    assert_eq!(arming.written_wheel.val(), wheel as u64);
                }
            }
            if arming.cleared.val() {
                expected[request.take().expect("a request")] = false;
            }
            if arming.write_enable.val() {
                bits[!arming.write_address.val().index() & 1023] = arming.write_data.val();
            }
            assert_eq!(bits, expected, "seed {seed}");
            let selects = arming.selects.val();
            let selected = if selects { arming.select_wheel.val().index() } else { random.usize(0..8) };
            arming.tick();
            arming.selected_present.next = sizes[selected] > 0;
            arming.selected_last.next = (sizes[selected].wrapping_neg() & 1023).into();
            arming.selected_base.next = (3 * selected as u64).into();
        }
        assert!(refusals > 10);
    }
}
