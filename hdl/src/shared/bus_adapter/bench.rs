//! For the tests of the bus adapters: a register file behind the register bus that checks what a bus adapter owes it.

use crate::circuit::clocked::Clocked;

/// Words below this address exist.
pub const WORDS: u8 = 48;

/// Numbers that look random and are the same for the same seed (SplitMix64).
pub struct Random(u64);

impl Random {
    /// The series of a seed, which is printed so that a failing test can be run again.
    pub fn new(seed: u64) -> Self {
        println!("seed {seed:#x}");
        Self(seed)
    }

    /// Any number.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// 0 to `limit` less 1.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.word() % limit
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// What a bus adapter asks of the register bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// It is a write.
    pub write: bool,
    /// Of all four bytes.
    pub whole: bool,
    /// Word address.
    pub address: u8,
    /// Word written.
    pub data: u32,
}

impl Request {
    /// A read.
    pub fn read(address: u8) -> Self {
        Self { write: false, whole: true, address, data: 0 }
    }

    /// A write of a whole word.
    pub fn write(address: u8, data: u32) -> Self {
        Self { write: true, whole: true, address, data }
    }
}

/// A bus adapter's side of the register bus.
pub trait RegisterBusPins: Clocked {
    /// `execute`, and what stands beside it.
    fn request(&self) -> (bool, Request);
    /// Sets `done`, `failed` and `read_data`.
    fn respond(&mut self, done: bool, failed: bool, read_data: u32);
    /// The reset pin.
    fn set_reset(&mut self, reset: bool);
}

/// Implements [`RegisterBusPins`] for a bus adapter.
macro_rules! register_bus_pins {
    ($part:ty) => {
        impl crate::shared::bus_adapter::bench::RegisterBusPins for $part {
            fn request(&self) -> (bool, crate::shared::bus_adapter::bench::Request) {
                let (address, data): (u64, u64) = (self.bus.address.val().into(), self.bus.data.val().into());
                (
                    self.bus.execute.val(),
                    crate::shared::bus_adapter::bench::Request {
                        write: self.bus.write.val(),
                        whole: self.bus.whole.val(),
                        address: address as u8,
                        data: data as u32,
                    },
                )
            }

            fn respond(&mut self, done: bool, failed: bool, read_data: u32) {
                self.bus.done.next = done;
                self.bus.failed.next = failed;
                self.bus.read_data.next = u64::from(read_data).into();
            }

            fn set_reset(&mut self, reset: bool) {
                self.reset.next = reset;
            }
        }
    };
}

pub(crate) use register_bus_pins;

/// A bus adapter and the registers behind it.
pub struct Bench<F> {
    /// The bus adapter.
    pub bus_adapter: F,
    /// The registers.
    pub words: [u32; WORDS as usize],
    /// Every access so far.
    pub accesses: Vec<Request>,
    /// Clocks so far.
    pub now: u64,
    /// What stands on the bus in this clock.
    pub done: bool,
    /// What stands on the bus in this clock.
    pub failed: bool,
    /// What stands on the bus in this clock.
    pub read_data: u32,
    /// The clocks from an access to its end, where they are not left to chance.
    pub fixed_delay: Option<u32>,
    random: Random,
    under_way: Option<(Request, u32)>,
    last_execute: Option<u64>,
}

impl<F: RegisterBusPins> Bench<F> {
    /// A bus adapter whose inputs are all driven; it has just been reset.
    pub fn new(mut bus_adapter: F, seed: u64) -> Self {
        bus_adapter.connect_all();
        let mut bench = Self {
            bus_adapter,
            words: [0; WORDS as usize],
            accesses: Vec::new(),
            now: 0,
            done: false,
            failed: false,
            read_data: 0,
            fixed_delay: None,
            random: Random::new(seed),
            under_way: None,
            last_execute: None,
        };
        bench.reset();
        bench
    }

    /// One clock of the reset pin, which reaches the registers a clock later: an access may still be done in that one.
    pub fn reset(&mut self) {
        self.bus_adapter.set_reset(true);
        self.tick();
        self.bus_adapter.set_reset(false);
        self.under_way = None;
        self.last_execute = None;
        self.settle();
    }

    /// Lets the bus adapter see what stands on the bus in this clock.
    pub fn settle(&mut self) {
        self.bus_adapter.respond(self.done, self.failed, self.read_data);
        self.bus_adapter.settle();
    }

    /// One clock of both.
    pub fn tick(&mut self) {
        self.settle();
        let ended = self.done.then_some(self.under_way).flatten();
        let (execute, request) = self.bus_adapter.request();
        if execute {
            assert!(self.under_way.is_none(), "clock {}: an access before the last one was done", self.now);
            if let Some(last) = self.last_execute {
                assert!(self.now - last >= 4, "clock {}: too close", self.now);
            }
            let delay = match (self.fixed_delay, self.random.once_in(2)) {
                (Some(delay), _) => delay,
                (None, true) => 1,
                (None, false) => 1 + self.random.below(32) as u32,
            };
            self.under_way = Some((request, delay));
            self.last_execute = Some(self.now);
            self.accesses.push(request);
        } else if let (Some(_), Some(last)) = (self.last_execute, self.accesses.last()) {
            assert_eq!(*last, request, "clock {}: a request changed", self.now);
        }
        self.bus_adapter.tick();
        self.now += 1;

        // What the registers answer in the next clock; nothing sensible where nothing is promised.
        (self.done, self.failed) = (false, self.random.once_in(2));
        if let Some((request, _)) = ended {
            self.under_way = None;
            self.read_data = self.answer(request);
        }
        if let Some((request, delay)) = &mut self.under_way {
            self.read_data = self.random.word() as u32;
            *delay -= 1;
            if *delay == 0 {
                self.done = true;
                self.failed = request.address >= WORDS || (request.write && !request.whole);
                if request.write && !self.failed {
                    self.words[usize::from(request.address)] = request.data;
                }
            }
        }
        self.settle();
    }

    /// What a finished access leaves on `read_data`.
    fn answer(&self, request: Request) -> u32 {
        if request.write || request.address >= WORDS {
            return 0;
        }
        self.words[usize::from(request.address)]
    }
}
