//! All that is outside the driver: the chip, its clock, and what goes wrong at an access.
//!
//! The unit of time is the chip's clock. Nothing here knows of the driver, so what the oracle asks the world for is the
//! truth.

use std::cell::{RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;

use carillon_regmap::timer_chip::{WINDOW, field, offset};

use crate::chip::{Chip, is_reset};
use crate::plan::{Fault, Kind, Setup};

/// The bus has failed, as it was told to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed;

/// The world, which the driver's bus and the oracle share.
#[derive(Clone)]
pub struct Shared(Rc<RefCell<World>>);

impl Shared {
    pub fn new(setup: &Setup) -> Self {
        Self(Rc::new(RefCell::new(World::new(setup))))
    }

    pub fn get(&self) -> RefMut<'_, World> {
        self.0.borrow_mut()
    }

    /// Faults that have happened, by kind.
    pub fn counts(&self) -> BTreeMap<&'static str, u64> {
        self.get().counts.clone()
    }
}

/// What goes wrong in the access under way.
#[derive(Default)]
struct Access {
    fails_before: bool,
    fails_after: bool,
    lost: bool,
    repeated: bool,
}

/// The world.
pub struct World {
    chip: Chip,
    prescale: u32,
    clocks: u64,
    /// Ticks that the chip's now has counted, over all its resets.
    elapsed: u64,
    /// The chip's now when last looked at.
    now: u64,
    /// The chip was reset, and the driver has not begun to start it again.
    was_reset: bool,
    /// The chip was written to since a reset: another one is not without effect.
    written: bool,
    /// Clocks in which it stood still after a reset.
    stood: u64,
    /// Accesses for which the device is still gone.
    gone: u32,
    /// The access at which each fault is to come.
    faults: Vec<(u64, Fault)>,
    accesses: u64,
    access: Access,
    /// The host's access is a reset.
    means_reset: bool,
    /// What is to happen at bytes of this access, counted from its first.
    on_the_line: Vec<Fault>,
    bytes: u32,
    answers: u32,
    /// By what reads are changed, and for how many accesses.
    garbage: (u32, u32),
    /// The timer chip's memory fails at the next command.
    memory_fails: bool,
    /// It has failed.
    memory_failed: bool,
    /// Ticks for which the host was held.
    paused: u64,
    /// Ticks that the host's clock has stepped back.
    stepped_back: u64,
    /// What a clock's alarm is set to.
    pub alarm: Option<u64>,
    /// Faults that have happened, by kind.
    pub counts: BTreeMap<&'static str, u64>,
}

impl World {
    fn new(setup: &Setup) -> Self {
        Self {
            chip: match setup.kind {
                Kind::TimerChip => Chip::timer(),
                Kind::ClockTimerWheel | Kind::ClockHeap => Chip::Clock(0),
                _ => Chip::counter(setup.fifo_bits),
            },
            prescale: setup.prescale,
            clocks: 0,
            elapsed: 0,
            now: 0,
            was_reset: false,
            written: false,
            stood: 0,
            gone: 0,
            faults: Vec::new(),
            accesses: 0,
            access: Access::default(),
            means_reset: false,
            on_the_line: Vec::new(),
            bytes: 0,
            answers: 0,
            garbage: (0, 0),
            memory_fails: false,
            memory_failed: false,
            paused: 0,
            stepped_back: 0,
            alarm: None,
            counts: BTreeMap::new(),
        }
    }

    /// Clocks so far.
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// Ticks that now has counted so far, over all resets.
    pub const fn elapsed(&self) -> u64 {
        self.elapsed
    }

    /// The chip's now.
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The chip was reset, and the driver has not begun to start it again.
    pub const fn was_reset(&self) -> bool {
        self.was_reset
    }

    /// Ticks for which the host was held, or would have passed had the chip not stood still after a reset.
    pub fn paused(&self) -> u64 {
        self.paused + self.stood / u64::from(self.prescale)
    }

    /// What a clock shows.
    pub const fn shown(&self) -> u64 {
        self.now.saturating_sub(self.stepped_back)
    }

    /// How far the clock has stepped back in all.
    pub const fn stepped_back(&self) -> u64 {
        self.stepped_back
    }

    /// The interrupt line, or the alarm of a clock.
    pub fn irq(&self) -> bool {
        match self.chip {
            Chip::Clock(_) => self.alarm.is_some_and(|tick| tick <= self.shown()),
            _ => self.gone == 0 && (self.chip.irq() || self.memory_failed),
        }
    }

    /// Some faults have not happened yet.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty() || self.gone > 0 || self.memory_fails
    }

    fn look(&mut self) {
        let now = self.chip.now(self.prescale);
        self.elapsed += now.checked_sub(self.now).unwrap_or(now);
        self.now = now;
    }

    /// Lets so many clocks pass.
    pub fn run(&mut self, clocks: u64) {
        for _ in 0..clocks {
            self.clocks += 1;
            self.stood += u64::from(self.was_reset);
            if self.gone == 0 {
                self.chip.clock();
                self.look();
            }
        }
    }

    /// Lets so many ticks pass.
    pub fn pass(&mut self, ticks: u64) {
        self.run(ticks * u64::from(self.prescale));
    }

    /// Lets ticks pass until the interrupt comes, at most up to this elapsed tick.
    pub fn pass_until_irq(&mut self, elapsed: u64) {
        while self.elapsed < elapsed && !self.irq() {
            self.run(1);
        }
    }

    /// Lets the chip find all that is due, if its FIFO has room.
    pub fn catch_up(&mut self) {
        for _ in 0..4_000 {
            if self.irq() || self.chip.has_caught_up() {
                break;
            }
            self.run(1);
        }
        self.look();
        // The line follows.
        self.run(24);
    }

    /// Lets time pass until about `before` ticks before the next multiple of 2^31, by whole laps of the wheels.
    pub fn sleep(&mut self, before: u64, lap: u64) {
        let target = (self.now + 1).next_multiple_of(1 << 31) - before;
        let ticks = target.saturating_sub(self.now) / lap * lap;
        // A multiple is close: it would be passed without its interrupt.
        if ticks > 4_096 {
            self.chip.sleep(ticks, self.prescale);
            self.look();
        }
    }

    /// The device is reset, by somebody else.
    pub fn reset(&mut self) {
        self.chip.reset();
        self.memory_failed = false;
        self.was_reset |= self.written;
        self.written = false;
        self.now = 0;
        self.look();
    }

    /// The clock steps back.
    pub fn step_back(&mut self, ticks: u64) {
        self.count("step back");
        self.stepped_back += ticks.min(self.shown());
    }

    /// Adds a fault at an access, counted from the next.
    pub fn plan(&mut self, ahead: u32, fault: Fault) {
        self.faults.push((self.accesses + u64::from(ahead), fault));
    }

    /// Ends all faults.
    pub fn quiet(&mut self) {
        self.faults.clear();
        self.on_the_line.clear();
        self.access = Access::default();
        self.memory_fails = false;
        if self.gone > 0 {
            self.gone = 0;
            self.reset();
        }
    }

    fn count(&mut self, kind: &'static str) {
        *self.counts.entry(kind).or_default() += 1;
    }

    /// An access of the driver begins, a read or the write of a word to a register: what goes wrong before it happens
    /// here.
    pub fn begin_access(&mut self, write: Option<(u32, u32)>) {
        self.access = Access::default();
        self.means_reset = write.is_some_and(|(at, word)| is_reset(at, Some(word)));
        self.on_the_line.clear();
        self.bytes = 0;
        self.answers = 0;
        if self.gone == 1 {
            self.gone = 0;
            self.reset();
        }
        self.gone = self.gone.saturating_sub(1);
        let here = self.accesses;
        self.accesses += 1;
        let mut due = Vec::new();
        self.faults.retain(|&(at, fault)| {
            if at <= here {
                due.push(fault);
            }
            at > here
        });
        for fault in due {
            self.begin_fault(fault);
        }
    }

    fn begin_fault(&mut self, fault: Fault) {
        match fault {
            Fault::Pause(ticks) => {
                self.count("pause");
                self.paused += ticks;
                self.pass(ticks);
            }
            Fault::Reset => {
                self.count("reset");
                self.reset();
            }
            Fault::Gone(accesses) => {
                self.count("all ones");
                self.gone = accesses + 1;
                self.reset();
            }
            Fault::Error => {
                self.count("error");
                self.access.fails_before = true;
            }
            Fault::AnswerLost => {
                self.count("lost answer");
                self.access.fails_after = true;
            }
            Fault::WriteLost => self.access.lost = true,
            Fault::WriteRepeated => self.access.repeated = true,
            Fault::Garbage(change, accesses) => self.garbage = (change, accesses),
            Fault::MemoryFails => self.memory_fails = true,
            // Two of an access that spoil both frames of a read alike are beyond what the bus promises.
            Fault::Corrupted(..) | Fault::Dropped(_) | Fault::Doubled(_) if self.has_byte_fault() => {}
            Fault::Corrupted(..) | Fault::Dropped(_) | Fault::Doubled(_) | Fault::Undetected(_) | Fault::Late(..) => {
                self.on_the_line.push(fault)
            }
        }
    }

    /// A byte of the access that has begun is to be changed, lost or doubled.
    fn has_byte_fault(&self) -> bool {
        let is_byte_fault =
            |fault: &Fault| matches!(fault, Fault::Corrupted(..) | Fault::Dropped(_) | Fault::Doubled(_));
        self.on_the_line.iter().any(is_byte_fault)
    }

    /// One access of the register bus, with the faults of the one begun.
    ///
    /// # Errors
    /// [`Failed`], as told to, and where the chip refuses the access.
    pub fn direct(&mut self, at: u32, write: Option<u32>) -> Result<u32, Failed> {
        let access = std::mem::take(&mut self.access);
        if access.fails_before {
            return Err(Failed);
        }
        let mut word = None;
        if write.is_some() && access.lost {
            self.count("lost write");
            word = Some(0);
        } else {
            word = self.on_bus(at, write).or(word);
        }
        if write.is_some() && access.repeated {
            self.count("repeated write");
            self.on_bus(at, write);
        }
        if access.fails_after {
            return Err(Failed);
        }
        let word = word.ok_or(Failed)?;
        if self.garbage.1 > 0 {
            self.garbage.1 -= 1;
            if write.is_none() {
                self.count("garbage");
                return Ok(word ^ self.garbage.0);
            }
        }
        Ok(word)
    }

    /// One access of the register bus without a fault; `None` if the chip refuses it.
    pub fn on_bus(&mut self, at: u32, write: Option<u32>) -> Option<u32> {
        match (is_reset(at, write), self.means_reset) {
            (true, true) => {
                self.was_reset = false;
                self.written = false;
                self.memory_failed = false;
            }
            // Another write, on a line that has changed it.
            (true, false) => self.reset(),
            // What is written while the device is gone counts: it comes back reset.
            (false, _) => self.written |= write.is_some(),
        }
        if self.gone > 0 {
            self.run(8);
            return Some(u32::MAX);
        }
        let is_timer_chip = matches!(self.chip, Chip::Timer(_));
        if is_timer_chip && at >= WINDOW && self.memory_fails {
            self.count("memory fails");
            self.memory_fails = false;
            self.memory_failed = true;
            self.run(8);
            if write.is_some() {
                // A start that is refused uses its mode up.
                self.chip.access(offset::START_MODE, Some(0), |_| {});
                self.look();
            }
            return Some(0);
        }
        let (mut clocks, mut elapsed, mut now) = (0, 0, self.now);
        let prescale = self.prescale;
        let word = self.chip.access(at, write, |chip| {
            clocks += 1;
            let then = chip.now(prescale);
            elapsed += then.checked_sub(now).unwrap_or(then);
            now = then;
        });
        self.clocks += clocks;
        self.elapsed += elapsed;
        self.now = now;
        if is_timer_chip && self.memory_failed {
            return self.with_memory_failed(at, write, word);
        }
        word
    }

    /// The timer chip's registers also show that its memory has failed, which the model's does not.
    fn with_memory_failed(&mut self, at: u32, write: Option<u32>, word: Option<u32>) -> Option<u32> {
        let shows = match at {
            offset::ERROR => field::error::MEMORY.mask(),
            offset::INTR_STATE => field::intr_state::ERROR.mask(),
            _ => return word,
        };
        match write {
            None => word.map(|word| word | shows),
            Some(bits) if at == offset::ERROR && bits & shows != 0 => {
                self.memory_failed = false;
                word
            }
            Some(_) => word,
        }
    }

    /// A byte goes over the line, either way: how it arrives.
    pub fn byte(&mut self, byte: u8) -> Vec<u8> {
        let here = self.bytes;
        self.bytes += 1;
        let at = |fault: &Fault| match *fault {
            Fault::Corrupted(at, _) | Fault::Dropped(at) | Fault::Doubled(at) => at == here,
            _ => false,
        };
        let Some(place) = self.on_the_line.iter().position(at) else {
            return vec![byte];
        };
        match self.on_the_line.remove(place) {
            Fault::Corrupted(_, change) => {
                self.count("corrupted byte");
                vec![byte ^ change]
            }
            Fault::Dropped(_) => {
                self.count("lost byte");
                Vec::new()
            }
            _ => {
                self.count("repeated byte");
                vec![byte; 2]
            }
        }
    }

    /// By how many microseconds the next answer of this access is late.
    pub fn late(&mut self) -> u32 {
        let here = self.answers;
        self.answers += 1;
        let late = self.on_the_line.iter().find_map(|fault| match *fault {
            Fault::Late(at, microseconds) if at == here => Some(microseconds),
            _ => None,
        });
        if late.is_some() {
            self.count("late answer");
        }
        late.unwrap_or(0)
    }

    /// By what an answer of this access is changed, together with its checksum.
    pub fn undetected(&mut self) -> Option<u32> {
        let is_it = |fault: &Fault| matches!(fault, Fault::Undetected(_));
        let place = self.on_the_line.iter().position(is_it)?;
        let Fault::Undetected(change) = self.on_the_line.remove(place) else {
            return None;
        };
        self.count("undetected word");
        Some(change)
    }

    /// The line's own error at this access: before it, or after.
    pub fn line_fails(&mut self, before: bool) -> bool {
        let access = &mut self.access;
        let place = if before { &mut access.fails_before } else { &mut access.fails_after };
        std::mem::take(place)
    }
}
