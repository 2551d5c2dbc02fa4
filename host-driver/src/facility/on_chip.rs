//! How a queue uses the chip: the one thing in which facilities differ.

use super::host::Host;
use super::{FacilityError, Started, StopError};
use crate::bus::RegisterBus;
use crate::counter_chip::{Interrupts, Wake, Wheel, WheelMode};
use crate::queue::diagnostics::Diagnostics;
use crate::queue::{Expired, Handle, Refused, RestartError, TimerQueue};

/// What the functions of this trait return on the bus `B`.
pub(super) type Result<T, B> = core::result::Result<T, FacilityError<<B as RegisterBus>::Error>>;

/// A queue that the chip drives: by the busy slots of its wheels (a [`Timers`](crate::queue::Timers) of Schemes 4, 5, 6
/// and 7), or by the alarm (any queue, in a [`ByAlarm`](super::ByAlarm)). A user needs it only as a bound.
///
/// Ticks are the queue's: those since its [`origin`](Self::origin).
#[diagnostic::on_unimplemented(
    message = "the chip cannot drive a `{Self}` by its slots",
    note = "use a queue of Scheme 4, 5, 6 or 7, or `ByAlarm::new(queue)`"
)]
pub trait OnChip {
    /// The data attached to a timer.
    type Item;
    /// The queue itself.
    type Queue: TimerQueue<Item = Self::Item> + Diagnostics;

    /// The interrupts that are enabled.
    const INTERRUPTS: Interrupts;

    /// The queue itself.
    fn queue(&self) -> &Self::Queue;

    /// The chip's wheel `number` with the user's `mode`; `None` if there is no such wheel.
    fn wheel(&self, number: u32, mode: WheelMode) -> Option<Wheel>;

    /// The host's tick at the queue's tick 0, where `epoch` is the host's tick at the chip's.
    fn origin(epoch: u64) -> u64;

    /// Starts a timer that is due at tick `due`, which is after now unless it `is_late`. Now has just been read.
    fn start<B: RegisterBus>(
        &mut self,
        host: &mut Host<B>,
        due: u64,
        is_late: bool,
        item: Self::Item,
    ) -> Started<Self::Item, B::Error>;

    /// Stops a timer, whatever happens on the bus.
    fn stop<B: RegisterBus>(&mut self, host: &mut Host<B>, handle: Handle)
    -> Result<Self::Item, B>;

    /// Makes an outstanding timer due at another tick, which is after now unless it `is_late`. Now has just been read.
    /// After a bus error the timer is due when it was before.
    fn restart_timer<B: RegisterBus>(
        &mut self,
        host: &mut Host<B>,
        timer: (Handle, u64),
        is_late: bool,
    ) -> Result<(), B>;

    /// Serves what the chip interrupts for: one event, or the end of them. Everything found due before has been handed
    /// out.
    fn look<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<Look<Self::Item>, B>;

    /// Searches the whole queue for what is due, as far as the steps of this interrupt go.
    fn search<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<(), B>;

    /// The next timer that was found due.
    fn next_expired(&mut self) -> Option<Expired<Self::Item>>;

    /// The latest tick to which the queue has come.
    fn reached(&self) -> u64;

    /// Ends an interrupt, or begins: everything due has been handed out.
    fn rest<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<(), B>;

    /// Makes the chip interrupt again: this interrupt has been left.
    fn interrupt_again<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<(), B>;

    /// The chip was reset when it stood at its tick `stood_at`, and starts again from 0.
    fn restart(&mut self, stood_at: u64);

    /// Sets a chip without any state up for all that the queue waits for; returns the number of slots or alarms.
    fn arm_all<B: RegisterBus>(&mut self, host: &mut Host<B>) -> Result<u32, B>;

    /// How long the host may sleep, in the host's ticks.
    fn wake<B: RegisterBus>(&self, host: &mut Host<B>) -> Result<Wake, B>;
}

/// What a look has found.
pub enum Look<T> {
    /// A timer that is due, to be handed out now.
    Expired(Expired<T>),
    /// Those that are due, if any: they come by [`OnChip::next_expired`].
    Event,
    /// No event.
    Nothing,
}

/// The queue's refusal as one of the facility.
pub(super) fn refused<T, E>(Refused { error, item }: Refused<T>) -> Refused<T, FacilityError<E>> {
    let error = error.into();
    Refused { error, item }
}

/// Why a timer was not restarted, in the facility's words.
pub(super) fn not_restarted<E>(error: RestartError) -> FacilityError<E> {
    match error {
        RestartError::Start(error) => error.into(),
        _ => StopError::StaleHandle.into(),
    }
}

/// The result of a start that was undone because of `error`.
#[cold]
pub(super) fn taken_back<T, E>(
    stopped: Option<T>,
    handle: Handle,
    error: FacilityError<E>,
) -> Started<T, E> {
    match stopped {
        Some(item) => Err(Refused { error, item }),
        // Nothing can have stopped it before; if its memory is broken, the queue still has it.
        None => Ok(handle),
    }
}
