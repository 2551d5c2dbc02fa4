//! A timer queue whose time is what the program says.

use core::ffi::c_void;

use carillon_driver::queue::{FlexQueue, TimerQueue, TimerWheel, Timers};

use crate::{boxed, carillon_expired, carillon_id, give, handle_of, id_of};

/// A timer queue, which takes every interval and as many timers as memory holds.
pub struct carillon_queue {
    timers: Structure,
}

#[allow(clippy::large_enum_variant, reason = "it is in memory of its own, as which it is made once")]
enum Structure {
    Wheels(TimerWheel<*mut c_void>),
    Flex(Timers<FlexQueue, *mut c_void>),
}

/// What `$does` gives for the timers, whatever their structure.
macro_rules! with {
    ($structure:expr, $timers:ident => $does:expr) => {
        match $structure {
            Structure::Wheels($timers) => $does,
            Structure::Flex($timers) => $does,
        }
    };
}

/// Hierarchical timing wheels at tick 0 without timers: the usual choice. Null if there is no memory. Give them to
/// `carillon_queue_free` at the end.
#[unsafe(no_mangle)]
pub extern "C" fn carillon_queue_new() -> *mut carillon_queue {
    let timers = Structure::Wheels(TimerWheel::new());
    boxed(carillon_queue { timers })
}

/// A FlexQueue at tick 0 without timers, for programs whose timers nearly all expire, as simulations: it needs no
/// knowledge of the intervals, and `carillon_queue_next_expiry` is exact. Where the functions below say constant time,
/// it searches a slot besides, or a tree of the timers beyond its slots. Null if there is no memory. Give it to
/// `carillon_queue_free` at the end.
#[unsafe(no_mangle)]
pub extern "C" fn carillon_queue_new_flex() -> *mut carillon_queue {
    let timers = Structure::Flex(Timers::new());
    boxed(carillon_queue { timers })
}

/// Frees a queue with its timers. Null is allowed.
///
/// # Safety
/// `queue` is null, or is from `carillon_queue_new` and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_free(queue: *mut carillon_queue) {
    if !queue.is_null() {
        // SAFETY: it is from `boxed`, and nobody has it any more.
        drop(unsafe { Box::from_raw(queue) });
    }
}

/// Makes room for so many timers in all, so that no start allocates before there are more. Returns whether there is
/// room; if not (there is no memory, `queue` is null, or `timers` is beyond about 2^31), nothing has changed. Takes time
/// in proportion to the memory.
///
/// # Safety
/// As `carillon_queue_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_reserve(queue: *mut carillon_queue, timers: u32) -> bool {
    // SAFETY: as the caller promises.
    match (unsafe { queue.as_mut() }, usize::try_from(timers)) {
        (Some(queue), Ok(most)) => with!(&mut queue.timers, timers => timers.grow(most).is_ok()),
        _ => false,
    }
}

/// Starts a timer that is due `interval` ticks after the queue's now; 0 is due at once, and one that ends after tick
/// 2^64 - 1 ends there. Returns 0 if `queue` is null or there is no memory; the other timers are then as they were.
/// Constant time; if there is no room, allocates twice as much, in time in proportion to it.
///
/// # Safety
/// `queue` is null, or is from `carillon_queue_new` and not freed, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_start(
    queue: *mut carillon_queue,
    interval: u64,
    user: *mut c_void,
) -> carillon_id {
    // SAFETY: as the caller promises.
    match unsafe { queue.as_mut() } {
        Some(queue) => start_at(queue, now(queue).saturating_add(interval), user),
        None => 0,
    }
}

/// Starts a timer that is due at tick `due`: for deadlines that must not drift. A tick that is now or has gone by is due
/// at once. Returns 0 and costs as `carillon_queue_start`.
///
/// # Safety
/// As `carillon_queue_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_start_at(
    queue: *mut carillon_queue,
    due: u64,
    user: *mut c_void,
) -> carillon_id {
    // SAFETY: as the caller promises.
    unsafe { queue.as_mut() }.map_or(0, |queue| start_at(queue, due, user))
}

/// The start that is refused when there is no memory, where that of `Timers` itself would end the program.
fn start_at(queue: &mut carillon_queue, due: u64, user: *mut c_void) -> carillon_id {
    let started = with!(&mut queue.timers, timers => TimerQueue::start_at(timers, due, user));
    started.map_or(0, id_of)
}

fn now(queue: &carillon_queue) -> u64 {
    with!(&queue.timers, timers => timers.now())
}

/// The timer is due `interval` ticks after now instead. Returns whether it is outstanding; if not, nothing is done.
/// Constant time.
///
/// # Safety
/// As `carillon_queue_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_restart(queue: *mut carillon_queue, timer: carillon_id, interval: u64) -> bool {
    // SAFETY: as the caller promises.
    match (unsafe { queue.as_mut() }, handle_of(timer)) {
        (Some(queue), Some(handle)) => {
            with!(&mut queue.timers, timers => timers.restart(handle, interval))
        }
        _ => false,
    }
}

/// The timer is due at tick `due` instead, or at once if that is now or has gone by. Returns whether it is outstanding;
/// if not, nothing is done. Constant time.
///
/// # Safety
/// As `carillon_queue_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_restart_at(queue: *mut carillon_queue, timer: carillon_id, due: u64) -> bool {
    // SAFETY: as the caller promises.
    match (unsafe { queue.as_mut() }, handle_of(timer)) {
        (Some(queue), Some(handle)) => {
            with!(&mut queue.timers, timers => timers.restart_at(handle, due))
        }
        _ => false,
    }
}

/// Stops a timer. Returns whether it was outstanding; `user`, unless it is null, is then given what it was started
/// with. Constant time.
///
/// # Safety
/// As `carillon_queue_start`; `user` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_stop(
    queue: *mut carillon_queue,
    timer: carillon_id,
    user: *mut *mut c_void,
) -> bool {
    // SAFETY: as the caller promises.
    let queue = unsafe { queue.as_mut() };
    let stopped = queue.zip(handle_of(timer));
    match stopped.and_then(|(queue, handle)| with!(&mut queue.timers, timers => timers.stop(handle))) {
        Some(item) => {
            // SAFETY: as the caller promises.
            unsafe { give(user, item) };
            true
        }
        None => false,
    }
}

/// Advances the queue's now to tick `to`; a tick that has gone by changes nothing. Then fetch what has expired.
///
/// # Safety
/// As `carillon_queue_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_advance(queue: *mut carillon_queue, to: u64) {
    // SAFETY: as the caller promises.
    if let Some(queue) = unsafe { queue.as_mut() } {
        with!(&mut queue.timers, timers => { timers.advance(to); });
    }
}

/// Fetches a timer that has expired, in the order of their ticks. Returns whether there is one; `expired` is then
/// written.
///
/// # Safety
/// As `carillon_queue_start`; `expired` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_next_expired(
    queue: *mut carillon_queue,
    expired: *mut carillon_expired,
) -> bool {
    // SAFETY: as the caller promises.
    let queue = unsafe { queue.as_mut() };
    let Some(found) = queue.and_then(|queue| with!(&mut queue.timers, timers => timers.next_expired())) else {
        return false;
    };
    let value = carillon_expired { id: id_of(found.handle), due: found.due, user: found.item };
    // SAFETY: as the caller promises.
    unsafe { give(expired, value) };
    true
}

/// The queue's now, in ticks; 0 if `queue` is null.
///
/// # Safety
/// As `carillon_queue_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_now(queue: *const carillon_queue) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { queue.as_ref() }.map_or(0, now)
}

/// A tick to which to advance: no timer is due before it. `UINT64_MAX` if no timer is outstanding.
///
/// # Safety
/// As `carillon_queue_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_next_expiry(queue: *const carillon_queue) -> u64 {
    // SAFETY: as the caller promises.
    let queue = unsafe { queue.as_ref() };
    queue.and_then(|queue| with!(&queue.timers, timers => timers.next_expiry())).unwrap_or(u64::MAX)
}

/// The tick at which a timer is due. Returns whether it is outstanding; `due`, unless it is null, is then written.
/// Constant time.
///
/// # Safety
/// As `carillon_queue_start`; `due` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_expiry(
    queue: *const carillon_queue,
    timer: carillon_id,
    due: *mut u64,
) -> bool {
    // SAFETY: as the caller promises.
    let queue = unsafe { queue.as_ref() };
    let outstanding = queue.zip(handle_of(timer));
    match outstanding.and_then(|(queue, handle)| with!(&queue.timers, timers => timers.expiry(handle))) {
        Some(tick) => {
            // SAFETY: as the caller promises.
            unsafe { give(due, tick) };
            true
        }
        None => false,
    }
}

/// Timers started and neither stopped nor fetched.
///
/// # Safety
/// As `carillon_queue_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_queue_outstanding(queue: *const carillon_queue) -> u32 {
    // SAFETY: as the caller promises.
    unsafe { queue.as_ref() }.map_or(0, |queue| with!(&queue.timers, timers => timers.outstanding()))
}
