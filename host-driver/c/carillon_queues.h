/* Timer queues, and timers on the operating system's clock, for C and C++: the library of host-driver/c.
 * Written by cbindgen from its source; do not edit it. */

#ifndef CARILLON_QUEUES_H
#define CARILLON_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

/*
 Timers that expire as real time passes, by the operating system's monotonic clock. None is early.
 Ticks count from 0 at `carillon_clock_new`; tick n begins when n ticks have passed.
 */
struct carillon_clock;

/*
 A timer queue, which takes every interval and as many timers as memory holds.
 */
struct carillon_queue;

/*
 A timer, until it is stopped or has expired. 0 is none.
 */
typedef uint64_t carillon_id;

/*
 A timer that has expired.
 */
struct carillon_expired {
  /*
   Which one it was.
   */
  carillon_id id;
  /*
   The tick at which it was due.
   */
  uint64_t due;
  /*
   What it was started with.
   */
  void *user;
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 A facility without timers, with ticks of so many nanoseconds, up to 4,294,967,295; 0 is taken for 1. Null if
 there is no memory or the operating system refuses, as when too many files are open. Give it to `carillon_clock_free`
 at the end.
 */
struct carillon_clock *carillon_clock_new(uint32_t tick_ns);

/*
 As `carillon_clock_new`, with room for so many timers, so that no start allocates before there are more. Null, too,
 if there is no memory for them, or if `timers` is beyond about 2^31.
 */
struct carillon_clock *carillon_clock_new_for(uint32_t tick_ns, uint32_t timers);

/*
 Frees a facility with its timers. Null is allowed.

 # Safety
 `clock` is null, or is from `carillon_clock_new` or `carillon_clock_new_for` and not freed.
 */
void carillon_clock_free(struct carillon_clock *clock);

/*
 Starts a timer that is due when at least `interval_ns` nanoseconds have passed. Returns 0 if `clock` is null, if it
 would be due after tick 2^64 - 1, if there is no memory, or if the operating system refuses; the other timers are
 then as they were. Constant time; if there is no room, allocates twice as much, in time in proportion to it.

 # Safety
 `clock` is null, or is from `carillon_clock_new` or `carillon_clock_new_for` and not freed, and no other thread uses
 it.
 */
carillon_id carillon_clock_start(struct carillon_clock *clock, uint64_t interval_ns, void *user);

/*
 Starts a timer that is due at tick `due`: for deadlines that must not drift. A tick that is now or has gone by is due
 at once. Returns 0 and costs as `carillon_clock_start`.

 # Safety
 As `carillon_clock_start`.
 */
carillon_id carillon_clock_start_at(struct carillon_clock *clock, uint64_t due, void *user);

/*
 The timer is due when at least `interval_ns` nanoseconds have passed from now on instead. Returns whether it is
 outstanding, due at tick 2^64 - 1 at most, and the operating system agrees; if not, it is as it was. Constant time.

 # Safety
 As `carillon_clock_start`.
 */
bool carillon_clock_restart(struct carillon_clock *clock, carillon_id timer, uint64_t interval_ns);

/*
 Stops a timer. Returns whether it was outstanding; `user`, unless it is null, is then given what it was started
 with. Constant time.

 # Safety
 As `carillon_clock_start`; `user` is null or may be written.
 */
bool carillon_clock_stop(struct carillon_clock *clock, carillon_id timer, void **user);

/*
 Fetches a timer that has expired, in the order of their ticks. Returns 1 if there is one (`expired` is then
 written), 0 if there is none, and -1 if `clock` is null or the operating system has refused to set the alarm; then
 nothing is lost: call again. Call it until it returns 0, also when nothing is expected: that sets the alarm.

 # Safety
 As `carillon_clock_start`; `expired` is null or may be written.
 */
int carillon_clock_next_expired(struct carillon_clock *clock, struct carillon_expired *expired);

/*
 Sleeps until a timer may have expired; returns at once if none is outstanding. May end earlier.

 # Safety
 As `carillon_clock_start`.
 */
void carillon_clock_wait(struct carillon_clock *clock);

/*
 The clock's now, in ticks since `carillon_clock_new`, rounded down; never less than before. 0 if `clock` is null.
 Reads the operating system's clock.

 # Safety
 As `carillon_clock_start`.
 */
uint64_t carillon_clock_now(struct carillon_clock *clock);

/*
 The tick at which a timer is due. Returns whether it is outstanding; `due`, unless it is null, is then written.
 Constant time; does not read the clock.

 # Safety
 As `carillon_clock_start`; `due` is null or may be written.
 */
bool carillon_clock_expiry(const struct carillon_clock *clock, carillon_id timer, uint64_t *due);

/*
 Timers started and neither stopped nor fetched.

 # Safety
 As `carillon_clock_start`.
 */
uint32_t carillon_clock_outstanding(const struct carillon_clock *clock);

#if defined(__linux__)
/*
 A file descriptor for `poll`, which is readable when a timer may have expired and until
 `carillon_clock_next_expired` has returned 0. It is the facility's: neither read nor close it. -1 if `clock` is
 null. Linux only.

 # Safety
 As `carillon_clock_start`.
 */
int carillon_clock_descriptor(const struct carillon_clock *clock);
#endif

/*
 Hierarchical timing wheels at tick 0 without timers: the usual choice. Null if there is no memory. Give them to
 `carillon_queue_free` at the end.
 */
struct carillon_queue *carillon_queue_new(void);

/*
 A FlexQueue at tick 0 without timers, for programs whose timers nearly all expire, as simulations: it needs no
 knowledge of the intervals, and `carillon_queue_next_expiry` is exact. Where the functions below say constant time,
 it searches a slot besides, or a tree of the timers beyond its slots. Null if there is no memory. Give it to
 `carillon_queue_free` at the end.
 */
struct carillon_queue *carillon_queue_new_flex(void);

/*
 Frees a queue with its timers. Null is allowed.

 # Safety
 `queue` is null, or is from `carillon_queue_new` and not freed.
 */
void carillon_queue_free(struct carillon_queue *queue);

/*
 Makes room for so many timers in all, so that no start allocates before there are more. Returns whether there is
 room; if not (there is no memory, `queue` is null, or `timers` is beyond about 2^31), nothing has changed. Takes time
 in proportion to the memory.

 # Safety
 As `carillon_queue_start`.
 */
bool carillon_queue_reserve(struct carillon_queue *queue, uint32_t timers);

/*
 Starts a timer that is due `interval` ticks after the queue's now; 0 is due at once, and one that ends after tick
 2^64 - 1 ends there. Returns 0 if `queue` is null or there is no memory; the other timers are then as they were.
 Constant time; if there is no room, allocates twice as much, in time in proportion to it.

 # Safety
 `queue` is null, or is from `carillon_queue_new` and not freed, and no other thread uses it.
 */
carillon_id carillon_queue_start(struct carillon_queue *queue, uint64_t interval, void *user);

/*
 Starts a timer that is due at tick `due`: for deadlines that must not drift. A tick that is now or has gone by is due
 at once. Returns 0 and costs as `carillon_queue_start`.

 # Safety
 As `carillon_queue_start`.
 */
carillon_id carillon_queue_start_at(struct carillon_queue *queue, uint64_t due, void *user);

/*
 The timer is due `interval` ticks after now instead. Returns whether it is outstanding; if not, nothing is done.
 Constant time.

 # Safety
 As `carillon_queue_start`.
 */
bool carillon_queue_restart(struct carillon_queue *queue, carillon_id timer, uint64_t interval);

/*
 The timer is due at tick `due` instead, or at once if that is now or has gone by. Returns whether it is outstanding;
 if not, nothing is done. Constant time.

 # Safety
 As `carillon_queue_start`.
 */
bool carillon_queue_restart_at(struct carillon_queue *queue, carillon_id timer, uint64_t due);

/*
 Stops a timer. Returns whether it was outstanding; `user`, unless it is null, is then given what it was started
 with. Constant time.

 # Safety
 As `carillon_queue_start`; `user` is null or may be written.
 */
bool carillon_queue_stop(struct carillon_queue *queue, carillon_id timer, void **user);

/*
 Advances the queue's now to tick `to`; a tick that has gone by changes nothing. Then fetch what has expired.

 # Safety
 As `carillon_queue_start`.
 */
void carillon_queue_advance(struct carillon_queue *queue, uint64_t to);

/*
 Fetches a timer that has expired, in the order of their ticks. Returns whether there is one; `expired` is then
 written.

 # Safety
 As `carillon_queue_start`; `expired` is null or may be written.
 */
bool carillon_queue_next_expired(struct carillon_queue *queue, struct carillon_expired *expired);

/*
 The queue's now, in ticks; 0 if `queue` is null.

 # Safety
 As `carillon_queue_start`.
 */
uint64_t carillon_queue_now(const struct carillon_queue *queue);

/*
 A tick to which to advance: no timer is due before it. `UINT64_MAX` if no timer is outstanding.

 # Safety
 As `carillon_queue_start`.
 */
uint64_t carillon_queue_next_expiry(const struct carillon_queue *queue);

/*
 The tick at which a timer is due. Returns whether it is outstanding; `due`, unless it is null, is then written.
 Constant time.

 # Safety
 As `carillon_queue_start`; `due` is null or may be written.
 */
bool carillon_queue_expiry(const struct carillon_queue *queue, carillon_id timer, uint64_t *due);

/*
 Timers started and neither stopped nor fetched.

 # Safety
 As `carillon_queue_start`.
 */
uint32_t carillon_queue_outstanding(const struct carillon_queue *queue);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CARILLON_QUEUES_H */
