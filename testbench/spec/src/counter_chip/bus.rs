//! The Wishbone bus adapter: one transfer at a time.

use carillon_regmap::pins::{Inputs, Outputs};

/// A transfer as the register bus carries it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub write: bool,
    /// All four bytes are written.
    pub whole: bool,
    /// Byte offset.
    pub offset: u32,
    pub data: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Idle,
    Executing,
    Waiting,
    Finished,
}

/// The transfer under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Bus {
    state: State,
    request: Request,
    /// The master has not given up.
    wanted: bool,
    acknowledges: bool,
    refuses: bool,
}

impl Bus {
    /// The transfer that is handed to the registers in this clock.
    pub fn executed(&self) -> Option<Request> {
        (self.state == State::Executing).then_some(self.request)
    }

    pub fn outputs(&self, irq: bool, read_data: u32) -> Outputs {
        Outputs {
            irq,
            wb_dat_r: read_data,
            wb_ack: self.acknowledges,
            wb_err: self.refuses,
            wb_stall: self.state != State::Idle,
        }
    }

    /// The clock's edge. `done` says that the registers have answered, and whether with a failure.
    pub fn finish(&mut self, inputs: &Inputs, done: Option<bool>) {
        let accepts = inputs.wb_cyc && inputs.wb_stb && self.state == State::Idle;
        let answers = done.filter(|_| self.wanted && inputs.wb_cyc);
        self.acknowledges = answers == Some(false);
        self.refuses = answers == Some(true);
        self.wanted = accepts || (self.wanted && inputs.wb_cyc);
        self.state = match self.state {
            State::Idle if accepts => State::Executing,
            State::Executing => State::Waiting,
            State::Waiting if done.is_some() => State::Finished,
            State::Waiting => State::Waiting,
            State::Idle | State::Finished => State::Idle,
        };
        if accepts {
            self.request = Request {
                // A write of no byte is executed as a read.
                write: inputs.wb_we && inputs.wb_sel & 0xf != 0,
                whole: inputs.wb_sel & 0xf == 0xf,
                offset: u32::from(inputs.wb_adr & 0x3f) * 4,
                data: inputs.wb_dat_w,
            };
        }
        if inputs.reset {
            *self = Self { request: self.request, ..Self::default() };
        }
    }
}
