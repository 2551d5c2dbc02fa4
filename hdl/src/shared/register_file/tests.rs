use super::layout::{listed, readable_bits};
use super::*;
use crate::circuit::clocked::Clocked;
use crate::circuit::word_map::timer_rows;
use crate::circuit::word_map::{WORDS, builds, rows};
use crate::counter_chip::register_wires::{CounterRegisters, Selected as CounterSelected, Written as CounterWritten};
use crate::timer_chip::register_wires::{Selected as TimerSelected, TimerRegisters, Written as TimerWritten};
use carillon_regmap::counter_chip::Build;
use carillon_regmap::counter_chip::REGISTERS;
use carillon_regmap::timer_chip::TimerBuild;
use carillon_regmap::{Register, timer_chip};

/// Does something with the register file of every build of both chips.
trait EachBuild {
    fn with<W: Wires, S: Wires, A: Wires>(&self, file: RegisterFile<W, S, A>, rows: &[Row]);

    fn run(&self) {
        for build in builds() {
            let rows = rows(&build);
            self.with(connected(CounterRegisters::new(&rows)), &rows);
        }
        for (look_ahead, coalescing) in [(false, false), (false, true), (true, false), (true, true)] {
            let build = TimerBuild { look_ahead, coalescing, ..TimerBuild::minimal() };
            let rows = timer_rows(&build);
            self.with(connected(TimerRegisters::new(&rows)), &rows);
        }
    }
}

fn connected<B: Block>(mut part: B) -> B {
    part.connect_all();
    part
}

/// The register that a word belongs to.
fn register_of(rows: &[Row], word: u32) -> Option<&'static Register> {
    let of_word = |row: &Row| (row.words() & 1 << word != 0).then_some(row.register);
    rows.iter().find_map(of_word)
}

/// Whether what a register shows lies in memory, beside wires for what is selected.
fn in_memory<S: Wires>(register: &Register) -> bool {
    register.access.readable() && !listed(S::LIST, register)
}

/// Puts an access on the bus and takes the edge after `execute`.
fn execute<W: Wires, S: Wires, A: Wires>(
    part: &mut RegisterFile<W, S, A>,
    word: u32,
    write: bool,
    whole: bool,
    data: u32,
) {
    part.bus.address.next = u64::from(word).into();
    part.bus.write.next = write;
    part.bus.whole.next = whole;
    part.bus.data.next = u64::from(data).into();
    part.bus.execute.next = true;
    part.tick();
    part.bus.execute.next = false;
    part.settle();
}

/// The names of the wires that are high.
fn high<'a>(list: &[Wire], wires: impl Iterator<Item = &'a mut Signal<Out, Bit>>) -> Vec<&'static str> {
    let wires = list.iter().zip(wires);
    let high = wires.filter(|(_, wire)| wire.val());
    high.map(|(wire, _)| wire.name).collect()
}

fn strobes<W: Wires, S: Wires, A: Wires>(part: &mut RegisterFile<W, S, A>) -> Vec<&'static str> {
    high(W::LIST, part.written.wires())
}

fn asked<W: Wires, S: Wires, A: Wires>(part: &mut RegisterFile<W, S, A>) -> Vec<&'static str> {
    high(A::LIST, part.asked.wires())
}

/// Every address, read, written and half written, in every build: the answer, and which wire is high when.
#[test]
fn register_file_every_access_of_every_build_is_answered_as_the_map_says() {
    EveryAccess.run();
}

struct EveryAccess;

impl EachBuild for EveryAccess {
    fn with<W: Wires, S: Wires, A: Wires>(&self, mut part: RegisterFile<W, S, A>, rows: &[Row]) {
        for word in 0..WORDS {
            let register = register_of(rows, word);
            for (write, whole) in [(false, false), (false, true), (true, false), (true, true)] {
                let told = format!("{} registers, word {word}, write {write}, whole {whole}", rows.len());
                let wire = |list: &[Wire], wanted: bool| -> Vec<&str> {
                    let has = |wire: &&Wire| register.is_some_and(|one| wanted && wire.offsets.contains(&one.offset));
                    list.iter().filter(has).map(|wire| wire.name).collect()
                };
                let asks = wire(A::LIST, !write);
                let fails = register.is_none() || (write && !whole);
                execute(&mut part, word, write, whole, 0);
                assert_eq!(part.bus.done.val(), write || fails, "{told}");
                assert_eq!(part.bus.failed.val(), fails, "{told}");
                assert_eq!(strobes(&mut part), wire(W::LIST, write && whole), "{told}");
                assert_eq!(asked(&mut part), asks, "{told}");
                for clock in 2..5 {
                    part.tick();
                    let shows = clock == 2 && asks.is_empty() && !(write || fails);
                    assert_eq!(part.bus.done.val(), shows, "{told}");
                    assert!(!part.bus.failed.val(), "{told}");
                    assert!(strobes(&mut part).is_empty() & asked(&mut part).is_empty(), "{told}");
                }
                if !asks.is_empty() {
                    part.answered.next = true;
                    part.settle();
                    assert!(part.bus.done.val() & !part.bus.failed.val(), "{told}");
                    part.tick();
                    part.answered.next = false;
                    part.settle();
                    assert!(!part.bus.done.val(), "{told}");
                }
            }
        }
    }
}

/// A write that is postponed is done once, when its answer comes.
#[test]
fn register_file_postponed_write_is_done_when_it_is_answered() {
    let mut part = connected(CounterRegisters::new(&rows(&Build::minimal())));
    for clocks in 0..4 {
        execute(&mut part, offset::ARM / 4, true, true, 5);
        part.postponed.next = true;
        part.settle();
        assert_eq!(strobes(&mut part), ["ARM"]);
        assert!(!part.bus.done.val());
        part.tick();
        part.postponed.next = false;
        for _ in 0..clocks {
            part.settle();
            assert!(!part.bus.done.val() & strobes(&mut part).is_empty());
            part.tick();
        }
        part.answered.next = true;
        part.settle();
        assert!(part.bus.done.val() & !part.bus.failed.val());
        part.tick();
        part.answered.next = false;
        part.settle();
        assert!(!part.bus.done.val());
        assert_eq!(u64::from(part.bus.read_data.val()), 0, "a write answers 0");
    }
}

/// Every register that can be written does something or is kept, so that no row of a map is forgotten.
#[test]
fn register_file_every_writable_register_is_kept_or_has_a_strobe() {
    fn of<W: Wires, S: Wires>(registers: &[Register]) {
        for register in registers.iter().filter(|one| one.access.writable()) {
            let acts = listed(W::LIST, register);
            assert!(acts || in_memory::<S>(register), "{}", register.name);
        }
    }
    of::<CounterWritten, CounterSelected>(REGISTERS);
    of::<TimerWritten, TimerSelected>(timer_chip::REGISTERS);
    EveryQuestion.run();
}

/// What can be asked for can be selected.
struct EveryQuestion;

impl EachBuild for EveryQuestion {
    fn with<W: Wires, S: Wires, A: Wires>(&self, _: RegisterFile<W, S, A>, _: &[Row]) {
        for wire in A::LIST {
            let mut selected = S::LIST.iter();
            assert!(selected.any(|one| one.name == wire.name && one.offsets == wire.offsets));
        }
    }
}

/// Reads a word; what is asked for comes some clocks later, when all that is live has changed.
fn read<W: Wires, S: Wires, A: Wires>(
    part: &mut RegisterFile<W, S, A>,
    random: &mut fastrand::Rng,
    word: u32,
) -> (u32, Vec<u32>) {
    execute(part, word, false, random.bool(), random.u32(..));
    let mut live = put_live(part, random);
    for _ in 0..random.u32(1..5) {
        if part.bus.done.val() {
            break;
        }
        part.tick();
        live = put_live(part, random);
    }
    part.answered.next = !part.bus.done.val();
    part.settle();
    assert!(part.bus.done.val());
    part.tick();
    part.answered.next = false;
    let read = |part: &RegisterFile<W, S, A>| u64::from(part.bus.read_data.val()) as u32;
    let word = read(part);
    // It stays, whatever happens.
    for _ in 0..3 {
        put_live(part, random);
        part.tick();
        assert_eq!(read(part), word);
    }
    (word, live)
}

/// Each part has another word, and shows it if it is selected, and nothing when an acknowledgement is read. Gives the
/// words.
fn put_live<W: Wires, S: Wires, A: Wires>(part: &mut RegisterFile<W, S, A>, random: &mut fastrand::Rng) -> Vec<u32> {
    part.settle();
    let mut word = |wire: &Wire| match wire.name {
        "EVENT_ACK" => 0,
        _ => random.u32(..),
    };
    let words: Vec<u32> = S::LIST.iter().map(&mut word).collect();
    let wires = part.selected.wires().zip(&words);
    let shown = wires.filter(|(wire, _)| wire.val());
    let live = shown.fold(0, |live, (_, word)| live | word);
    part.live.next = u64::from(live).into();
    part.settle();
    words
}

/// A read that was executed in the clock before a reset takes hold is not answered; one clock earlier it is.
#[test]
fn register_file_read_just_before_a_reset_is_forgotten() {
    let mut part = connected(CounterRegisters::new(&rows(&Build::minimal())));
    for clocks_before in [1, 2] {
        execute(&mut part, offset::ID / 4, false, true, 0);
        part.clear.next = clocks_before == 1;
        part.tick();
        part.clear.next = clocks_before == 2;
        part.settle();
        assert_eq!(part.bus.done.val(), clocks_before == 2);
        part.tick();
        part.clear.next = false;
        for _ in 0..3 {
            assert!(!part.bus.done.val());
            part.tick();
        }
    }
}

/// Every address of every build, with all that is live at random, among writes that are taken, refused, or cut short by
/// a reset, beside an array of words.
#[test]
fn register_file_every_word_of_every_build_shows_what_the_map_says() {
    EveryWord.run();
}

struct EveryWord;

impl EachBuild for EveryWord {
    fn with<W: Wires, S: Wires, A: Wires>(&self, mut part: RegisterFile<W, S, A>, rows: &[Row]) {
        let mut random = fastrand::Rng::with_seed(rows.len() as u64);
        let elements = || rows.iter().flat_map(|row| &row.elements);
        let reset = |word: u32| {
            let shown = elements().find(|element| element.0 == word);
            shown.map_or(0, |element| element.1)
        };
        let mut kept: Vec<u32> = (0..WORDS).map(reset).collect();
        for round in 0..600 {
            let word = random.u32(0..WORDS);
            let register = register_of(rows, word);
            let told = format!("{} registers, round {round}, word {word}", rows.len());
            if random.bool() {
                let data = random.u32(..);
                execute(&mut part, word, true, random.u8(0..4) > 0, data);
                let failed = part.bus.failed.val();
                let (refused, late) = (random.u8(0..5) == 0, random.u8(0..5) == 0);
                // A reset in the clock of the strobe, or in the next one.
                let clear = random.u8(0..20);
                part.refused.next = refused;
                part.clear.next = clear == 0;
                part.tick();
                assert_eq!(u64::from(part.bus.read_data.val()), 0, "{told}: a write answers 0");
                part.refused.next = false;
                part.refused_late.next = late;
                part.clear.next = clear == 1;
                part.tick();
                part.refused_late.next = false;
                part.clear.next = false;
                part.tick();
                let register = register.filter(|one| in_memory::<S>(one) && one.access.writable());
                match register {
                    _ if clear < 2 => kept = (0..WORDS).map(reset).collect(),
                    Some(register) if !failed && !refused && !late => {
                        kept[word as usize] = data & readable_bits(register);
                        if register.offset == offset::WHEEL_SIZE {
                            let above = word + 1..offset::WHEEL_SIZE / 4 + 8;
                            above.for_each(|word| kept[word as usize] = 0);
                        }
                    }
                    _ => {}
                }
                continue;
            }
            let (found, live) = read(&mut part, &mut random, word);
            let expected = match register {
                Some(register) if !register.access.readable() => 0,
                Some(register) => {
                    let offset = register.offset;
                    let mut wires = S::LIST.iter().zip(live);
                    let wire = wires.find(|(wire, _)| wire.offsets.contains(&offset));
                    wire.map_or(kept[word as usize], |(_, live)| live)
                }
                None => 0,
            };
            assert_eq!(found, expected, "{told}");
        }
    }
}

/// What the build decides, and all else that never changes.
#[test]
fn register_file_constants_are_the_builds() {
    let mut random = fastrand::Rng::with_seed(1);
    for build in builds() {
        let mut part = connected(CounterRegisters::new(&rows(&build)));
        for (at, word) in [
            (offset::ID, carillon_regmap::counter_chip::ID_VALUE),
            (offset::VERSION, carillon_regmap::VERSION_VALUE),
            (offset::PARAMS, build.params()),
            (offset::WHEEL_SIZE, 1 << build.slot_bits),
        ] {
            assert_eq!(read(&mut part, &mut random, at / 4).0, word, "{build:?}");
        }
    }
    let build = TimerBuild::minimal();
    let mut part = connected(TimerRegisters::new(&timer_rows(&build)));
    for (at, word) in [
        (timer_chip::offset::ID, timer_chip::ID_VALUE),
        (timer_chip::offset::VERSION, carillon_regmap::VERSION_VALUE),
        (timer_chip::offset::PARAMS, build.params()),
    ] {
        assert_eq!(read(&mut part, &mut random, at / 4).0, word, "{build:?}");
    }
}
