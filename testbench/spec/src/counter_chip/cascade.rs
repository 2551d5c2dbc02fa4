//! The cascade: the wheels that step together, the highest first.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Idle,
    /// Wheels are being looked at; `looks` are left, the present one included.
    Looking {
        looks: usize,
        look: Look,
    },
    Asking,
    Waiting,
}

/// A look at a wheel, which takes three clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// It waits until no other part reads the wheels.
    Wanted,
    /// The wheel's data have come.
    Picked,
    /// The data are judged.
    Judged,
}

/// The wheels that have still to be visited for the tick under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Cascade {
    state: State,
    /// In the order of their visits.
    wheels: Vec<usize>,
}

impl Cascade {
    /// Begins with the wheels that step, wheel 0 last. They are looked at from wheel 1 up, until the highest is known.
    pub fn start(&mut self, wheels: Vec<usize>) {
        self.wheels = wheels;
        self.look_or_ask(self.wheels.len() - 1);
    }

    /// Wheel 0 need not be looked at.
    fn look_or_ask(&mut self, looks: usize) {
        self.state = if looks == 0 { State::Asking } else { State::Looking { looks, look: Look::Wanted } };
    }

    pub fn under_way(&self) -> bool {
        self.state != State::Idle
    }

    pub fn waiting(&self) -> &[usize] {
        &self.wheels
    }

    /// The wheel that is to be asked for, if one is.
    pub fn question(&self) -> Option<usize> {
        self.wheels.first().copied().filter(|_| self.state == State::Asking)
    }

    pub fn ask(&mut self) {
        self.state = State::Waiting;
    }

    /// The wheel has been visited, or (there was no room) has to be asked for again.
    pub fn answer(&mut self, done: bool) {
        self.state = State::Asking;
        if done {
            self.wheels.remove(0);
            match self.wheels.len() {
                0 => self.state = State::Idle,
                1 => {}
                _ => self.look_or_ask(1),
            }
        }
    }

    /// A clock of looking, if that is under way; a look begins only while nobody else looks at the wheels.
    pub fn look(&mut self, granted: bool) {
        let State::Looking { looks, look } = &mut self.state else {
            return;
        };
        *look = match look {
            Look::Wanted if granted => Look::Picked,
            Look::Wanted => Look::Wanted,
            Look::Picked => Look::Judged,
            Look::Judged if *looks == 1 => {
                self.state = State::Asking;
                return;
            }
            Look::Judged => {
                *looks -= 1;
                Look::Wanted
            }
        };
    }
}
