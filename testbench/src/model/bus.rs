//! The host's side of the reference model: Wishbone, registers, interrupt.

use super::BitWrite;
use super::events::Events;
use carillon_regmap::{ID_VALUE, VERSION_VALUE, field, offset};
use carillon_sim::{Inputs, Outputs};

/// What the rest of the chip shows to the registers.
pub(super) struct View {
    pub now: u64,
    pub cursor: u64,
    pub ready: bool,
}

/// What an access asks of the rest of the chip.
#[derive(Default)]
pub(super) struct Access {
    pub pop: bool,
    pub write: Option<BitWrite>,
    pub soft_reset: bool,
    pub executed: bool,
    answer: u32,
    failed: bool,
    refused: bool,
    errors: u32,
    interrupt_write: Option<(u32, u32)>,
    new: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Request {
    write: bool,
    whole: bool,
    offset: u32,
    data: u32,
}

/// Registers, and the transfer under way.
#[derive(Clone, Debug)]
pub(super) struct Bus {
    params: u32,
    capacity: u32,
    executing: bool,
    answering: bool,
    request: Request,
    answer: u32,
    failed: bool,
    refused: bool,
    behind: bool,
    scratch: u32,
    pub enabled: bool,
    pub running: bool,
    pub prescale: u32,
    pub last_slot: u32,
    pops: u32,
    errors: u32,
    held: u32,
    interrupt_enable: u32,
    irq: bool,
}

impl Bus {
    pub fn new(slot_bits: u32, fifo_bits: u32) -> Self {
        Self {
            params: field::params::WHEELS.put(1)
                | field::params::SLOT_BITS.put(slot_bits)
                | field::params::FIFO_BITS.put(fifo_bits),
            capacity: 1 << slot_bits,
            executing: false,
            answering: false,
            request: Request::default(),
            answer: 0,
            failed: false,
            refused: false,
            behind: false,
            scratch: 0,
            enabled: false,
            running: false,
            prescale: 1,
            last_slot: 0,
            pops: 0,
            errors: 0,
            held: 0,
            interrupt_enable: 0,
            irq: false,
        }
    }

    /// Registers to their reset values; the transfer under way goes on.
    pub fn clear(&mut self) {
        self.refused = false;
        self.behind = false;
        self.scratch = 0;
        self.enabled = false;
        self.running = false;
        self.prescale = 1;
        self.last_slot = self.capacity - 1;
        self.pops = 0;
        self.errors = 0;
        self.held = 0;
        self.interrupt_enable = 0;
        self.irq = false;
    }

    pub fn errors(&self) -> u32 {
        self.errors
    }

    pub fn sequence(&self) -> u32 {
        self.pops
    }

    pub fn outputs(&self) -> Outputs {
        Outputs {
            irq: self.irq,
            wb_dat_r: self.answer,
            wb_ack: self.answering && !self.failed,
            wb_err: self.answering && self.failed,
            wb_stall: self.executing || self.answering,
        }
    }

    /// `INTR_STATE`.
    fn state(&self, events: &Events) -> u32 {
        self.held
            | field::intr_state::EVENT.put(events.head().is_some().into())
            | field::intr_state::ERROR.put((self.errors != 0).into())
    }

    /// The access of this clock, if any, decided on the state before the edge.
    pub fn execute(&self, view: &View, events: &Events) -> Access {
        let mut access = Access::default();
        if !self.executing {
            return access;
        }
        access.executed = true;
        let Request {
            write,
            whole,
            offset,
            data,
        } = self.request;
        let word = self.read(offset, view, events);
        access.answer = word.filter(|_| !write).unwrap_or(0);
        access.failed = word.is_none() || (write && !whole);
        if access.failed {
            access.errors |= field::error::ADDRESS.mask();
        }
        if write && whole {
            self.write(offset, data, view, events, &mut access);
        }
        access
    }

    fn read(&self, offset: u32, view: &View, events: &Events) -> Option<u32> {
        let asking = self.state(events) & self.interrupt_enable & !field::intr_state::EVENT.mask();
        let attention = field::event::ATTENTION.put((asking != 0).into());
        Some(match offset {
            offset::ID => ID_VALUE,
            offset::VERSION => VERSION_VALUE,
            offset::PARAMS => self.params,
            offset::SCRATCH => self.scratch,
            offset::CTRL => field::ctrl::ENABLE.put(self.enabled.into()),
            offset::STATUS => {
                field::status::READY.put(view.ready.into())
                    | field::status::RUNNING.put(self.running.into())
                    | field::status::EVENT_PENDING.put(events.head().is_some().into())
                    | field::status::FIFO_FULL.put(events.is_full().into())
                    | field::status::BEHIND.put(self.behind.into())
            }
            offset::PRESCALE => self.prescale,
            offset::NOW_LO => view.now as u32,
            offset::NOW_HI => (view.now >> 32) as u32,
            offset::CURSOR_LO => view.cursor as u32,
            offset::CURSOR_HI => (view.cursor >> 32) as u32,
            offset::ARM | offset::DISARM | offset::EVENT_ACK | offset::INTR_TEST => 0,
            offset::EVENT => events.head().map_or(attention, |head| {
                attention
                    | field::event::SLOT.put(head.slot)
                    | field::event::SEQUENCE.put(self.pops)
                    | field::event::MORE.put(events.more().into())
                    | field::event::LATE.put(head.late.into())
                    | field::event::VALID.mask()
            }),
            offset::EVENT_TICK => events.head().map_or(0, |head| head.tick),
            offset::INTR_STATE => self.state(events),
            offset::INTR_ENABLE => self.interrupt_enable,
            offset::ERROR => self.errors,
            offset::WHEEL_SIZE => self.last_slot + 1,
            _ => return None,
        })
    }

    fn write(&self, offset: u32, data: u32, view: &View, events: &Events, access: &mut Access) {
        use field::error;
        match offset {
            offset::CTRL if field::ctrl::RESET.is_set(data) => access.soft_reset = true,
            offset::CTRL if field::ctrl::ENABLE.is_set(data) && !view.ready => {
                access.errors |= error::NOT_READY.mask();
            }
            offset::PRESCALE | offset::WHEEL_SIZE if self.running => {
                access.errors |= error::LOCKED.mask()
            }
            offset::PRESCALE if data & 0xff_ffff == 0 => {
                access.errors |= error::PRESCALE_ZERO.mask()
            }
            offset::WHEEL_SIZE if !(2..=self.capacity).contains(&data) => {
                access.errors |= error::SIZE_RANGE.mask();
            }
            offset::ARM | offset::DISARM if !self.running => {
                access.errors |= error::NOT_READY.mask()
            }
            offset::ARM | offset::DISARM => {
                let slot = field::arm::SLOT.get(data);
                if field::arm::WHEEL.get(data) != 0 || slot > self.last_slot {
                    access.refused = true;
                } else {
                    let lap = field::arm::LAP.get(data) as u8;
                    access.write = Some(BitWrite {
                        slot,
                        busy: offset == offset::ARM,
                        lap,
                    });
                }
            }
            offset::EVENT_ACK => match events.head() {
                None => access.errors |= error::ACK_EMPTY.mask(),
                Some(_) if field::event_ack::SEQUENCE.get(data) != self.pops => {
                    access.errors |= error::ACK_STALE.mask();
                }
                Some(head) => {
                    access.pop = true;
                    if field::event_ack::DISARM.is_set(data) {
                        access.write = Some(BitWrite {
                            slot: head.slot,
                            busy: false,
                            lap: 0,
                        });
                    }
                }
            },
            offset::INTR_STATE | offset::INTR_ENABLE | offset::INTR_TEST => {
                access.interrupt_write = Some((offset, data & 0x1f));
            }
            _ => access.new.push((offset, data)),
        }
    }

    /// The interrupt's edge.
    pub fn interrupt(
        &mut self,
        access: &Access,
        events: &Events,
        late_lost: bool,
        half_period: bool,
    ) {
        self.irq = self.state(events) & self.interrupt_enable != 0;
        match access.interrupt_write {
            Some((offset::INTR_STATE, data)) => self.held &= !data,
            Some((offset::INTR_TEST, data)) => self.held |= data,
            Some((_, data)) => self.interrupt_enable = data,
            None => {}
        }
        self.held |= field::intr_state::LATE_OVERFLOW.put(late_lost.into());
        self.held |= field::intr_state::HALF_PERIOD.put(half_period.into());
    }

    /// The registers' and the bus's edge.
    pub fn finish(&mut self, access: &Access, view: &View, inputs: &Inputs) {
        self.behind = view.now != view.cursor;
        for &(offset, data) in &access.new {
            match offset {
                offset::SCRATCH => self.scratch = data,
                offset::CTRL => {
                    self.enabled = field::ctrl::ENABLE.is_set(data);
                    self.running |= self.enabled;
                }
                offset::PRESCALE => self.prescale = data & 0xff_ffff,
                offset::WHEEL_SIZE => self.last_slot = data - 1,
                offset::ERROR => self.errors &= !data,
                _ => {}
            }
        }
        if access.pop {
            self.pops = (self.pops + 1) % 16;
        }
        self.errors |= access.errors | field::error::ARM_RANGE.put(self.refused.into());
        self.refused = access.refused;
        if access.executed {
            self.answer = access.answer;
        }
        self.failed = access.failed;

        let accepted = inputs.wb_cyc && inputs.wb_stb && !self.executing && !self.answering;
        self.answering = self.executing && inputs.wb_cyc;
        self.executing = accepted;
        if accepted {
            self.request = Request {
                write: inputs.wb_we,
                whole: inputs.wb_sel == 0xf,
                offset: u32::from(inputs.wb_adr) * 4,
                data: inputs.wb_dat_w,
            };
        }
        if inputs.reset {
            self.executing = false;
            self.answering = false;
        }
    }
}
