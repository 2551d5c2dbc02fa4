//! Timers on the operating system's clock.

use core::ffi::{c_int, c_void};
use core::time::Duration;
#[cfg(target_os = "linux")]
use std::os::fd::{AsFd, AsRawFd};

#[cfg(not(target_os = "linux"))]
use carillon_driver::device::SystemClock as Device;
#[cfg(target_os = "linux")]
use carillon_driver::device::TimerFd as Device;
use carillon_driver::facility::{ClockFacility, TimerFacility};
use carillon_driver::queue::TimerWheel;

use crate::{boxed, carillon_expired, carillon_id, give, handle_of, id_of};

/// Timers that expire as real time passes, by the operating system's monotonic clock. None is early.
/// Ticks count from 0 at `carillon_clock_new`; tick n begins when n ticks have passed.
pub struct carillon_clock {
    timers: ClockFacility<Device, TimerWheel<*mut c_void>>,
}

/// A facility without timers, with ticks of so many nanoseconds, up to 4,294,967,295; 0 is taken for 1. Null if
/// there is no memory or the operating system refuses, as when too many files are open. Give it to `carillon_clock_free`
/// at the end.
#[unsafe(no_mangle)]
pub extern "C" fn carillon_clock_new(tick_ns: u32) -> *mut carillon_clock {
    made(tick_ns, TimerWheel::new())
}

/// As `carillon_clock_new`, with room for so many timers, so that no start allocates before there are more. Null, too,
/// if there is no memory for them, or if `timers` is beyond about 2^31.
#[unsafe(no_mangle)]
pub extern "C" fn carillon_clock_new_for(tick_ns: u32, timers: u32) -> *mut carillon_clock {
    match usize::try_from(timers).map(TimerWheel::with_capacity) {
        Ok(Ok(queue)) => made(tick_ns, queue),
        _ => core::ptr::null_mut(),
    }
}

fn made(tick_ns: u32, queue: TimerWheel<*mut c_void>) -> *mut carillon_clock {
    match facility(Duration::from_nanos(tick_ns.into()), queue) {
        Some(timers) => boxed(carillon_clock { timers }),
        None => core::ptr::null_mut(),
    }
}

fn facility(tick: Duration, queue: TimerWheel<*mut c_void>) -> Option<ClockFacility<Device, TimerWheel<*mut c_void>>> {
    #[cfg(target_os = "linux")]
    let device = Device::with_resolution(tick).ok()?;
    #[cfg(not(target_os = "linux"))]
    let device = Device::with_resolution(tick);
    ClockFacility::new(device, queue).ok()
}

/// Frees a facility with its timers. Null is allowed.
///
/// # Safety
/// `clock` is null, or is from `carillon_clock_new` or `carillon_clock_new_for` and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_free(clock: *mut carillon_clock) {
    if !clock.is_null() {
        // SAFETY: it is from `boxed`, and nobody has it any more.
        drop(unsafe { Box::from_raw(clock) });
    }
}

/// Starts a timer that is due when at least `interval_ns` nanoseconds have passed. Returns 0 if `clock` is null, if it
/// would be due after tick 2^64 - 1, if there is no memory, or if the operating system refuses; the other timers are
/// then as they were. Constant time; if there is no room, allocates twice as much, in time in proportion to it.
///
/// # Safety
/// `clock` is null, or is from `carillon_clock_new` or `carillon_clock_new_for` and not freed, and no other thread uses
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_start(
    clock: *mut carillon_clock,
    interval_ns: u64,
    user: *mut c_void,
) -> carillon_id {
    // SAFETY: as the caller promises.
    let Some(clock) = (unsafe { clock.as_mut() }) else {
        return 0;
    };
    let interval = Duration::from_nanos(interval_ns);
    clock.timers.start_after(interval, user).map_or(0, id_of)
}

/// Starts a timer that is due at tick `due`: for deadlines that must not drift. A tick that is now or has gone by is due
/// at once. Returns 0 and costs as `carillon_clock_start`.
///
/// # Safety
/// As `carillon_clock_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_start_at(
    clock: *mut carillon_clock,
    due: u64,
    user: *mut c_void,
) -> carillon_id {
    // SAFETY: as the caller promises.
    let clock = unsafe { clock.as_mut() };
    let started = clock.and_then(|clock| clock.timers.start_at(due, user).ok());
    started.map_or(0, id_of)
}

/// The timer is due when at least `interval_ns` nanoseconds have passed from now on instead. Returns whether it is
/// outstanding, due at tick 2^64 - 1 at most, and the operating system agrees; if not, it is as it was. Constant time.
///
/// # Safety
/// As `carillon_clock_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_restart(
    clock: *mut carillon_clock,
    timer: carillon_id,
    interval_ns: u64,
) -> bool {
    let interval = Duration::from_nanos(interval_ns);
    // SAFETY: as the caller promises.
    match (unsafe { clock.as_mut() }, handle_of(timer)) {
        (Some(clock), Some(handle)) => clock.timers.restart_after(handle, interval).is_ok(),
        _ => false,
    }
}

/// Stops a timer. Returns whether it was outstanding; `user`, unless it is null, is then given what it was started
/// with. Constant time.
///
/// # Safety
/// As `carillon_clock_start`; `user` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_stop(
    clock: *mut carillon_clock,
    timer: carillon_id,
    user: *mut *mut c_void,
) -> bool {
    // SAFETY: as the caller promises.
    let clock = unsafe { clock.as_mut() };
    let stopped = clock.zip(handle_of(timer));
    match stopped.and_then(|(clock, handle)| clock.timers.stop(handle).ok()) {
        Some(item) => {
            // SAFETY: as the caller promises.
            unsafe { give(user, item) };
            true
        }
        None => false,
    }
}

/// Fetches a timer that has expired, in the order of their ticks. Returns 1 if there is one (`expired` is then
/// written), 0 if there is none, and -1 if `clock` is null or the operating system has refused to set the alarm; then
/// nothing is lost: call again. Call it until it returns 0, also when nothing is expected: that sets the alarm.
///
/// # Safety
/// As `carillon_clock_start`; `expired` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_next_expired(
    clock: *mut carillon_clock,
    expired: *mut carillon_expired,
) -> c_int {
    // SAFETY: as the caller promises.
    let Some(clock) = (unsafe { clock.as_mut() }) else {
        return -1;
    };
    match clock.timers.next_expired() {
        Ok(Some(found)) => {
            let value = carillon_expired { id: id_of(found.handle), due: found.due, user: found.item };
            // SAFETY: as the caller promises.
            unsafe { give(expired, value) };
            1
        }
        Ok(None) => 0,
        Err(_) => -1,
    }
}

/// Sleeps until a timer may have expired; returns at once if none is outstanding. May end earlier.
///
/// # Safety
/// As `carillon_clock_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_wait(clock: *mut carillon_clock) {
    // SAFETY: as the caller promises.
    if let Some(clock) = unsafe { clock.as_mut() } {
        // A wait may end early, so an error is no different.
        let _ = clock.timers.wait();
    }
}

/// The clock's now, in ticks since `carillon_clock_new`, rounded down; never less than before. 0 if `clock` is null.
/// Reads the operating system's clock.
///
/// # Safety
/// As `carillon_clock_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_now(clock: *mut carillon_clock) -> u64 {
    // SAFETY: as the caller promises.
    let Some(clock) = (unsafe { clock.as_mut() }) else {
        return 0;
    };
    // These clocks always can be read.
    let now = clock.timers.now();
    now.unwrap_or_else(|_| clock.timers.last_known_now())
}

/// The tick at which a timer is due. Returns whether it is outstanding; `due`, unless it is null, is then written.
/// Constant time; does not read the clock.
///
/// # Safety
/// As `carillon_clock_start`; `due` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_expiry(
    clock: *const carillon_clock,
    timer: carillon_id,
    due: *mut u64,
) -> bool {
    // SAFETY: as the caller promises.
    let clock = unsafe { clock.as_ref() };
    let outstanding = clock.zip(handle_of(timer));
    match outstanding.and_then(|(clock, handle)| clock.timers.expiry(handle)) {
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
/// As `carillon_clock_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_outstanding(clock: *const carillon_clock) -> u32 {
    // SAFETY: as the caller promises.
    unsafe { clock.as_ref() }.map_or(0, |clock| clock.timers.outstanding())
}

/// A file descriptor for `poll`, which is readable when a timer may have expired and until
/// `carillon_clock_next_expired` has returned 0. It is the facility's: neither read nor close it. -1 if `clock` is
/// null. Linux only.
///
/// # Safety
/// As `carillon_clock_start`.
#[cfg(target_os = "linux")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carillon_clock_descriptor(clock: *const carillon_clock) -> c_int {
    // SAFETY: as the caller promises.
    let clock = unsafe { clock.as_ref() };
    clock.map_or(-1, |clock| clock.timers.clock().as_fd().as_raw_fd())
}
