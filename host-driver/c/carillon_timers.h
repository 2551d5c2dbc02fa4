/* Timers on the Carillon counter chip, for C99 and later and C++11 and later: start, stop and service over one wheel.
 * This is Scheme 6 of Varghese and Lauck. carillon_timer_chip.h drives the other chip.
 *
 * Nothing is allocated: the timers and the queues, one pointer for each slot, lie in the caller's memory. Start and
 * stop take constant time. The functions are inline; carillon.h (regmap/generated) must be in the include path.
 *
 * Ticks have 64 bits and begin at 0 when the chip is opened. A timer is never early and expires once, and `due` is the
 * tick at which it was due. Mask the chip's interrupt while carillon_timers_start or carillon_timers_stop runs outside
 * of it.
 *
 * A chip that was reset does not interrupt any more. Every read of now says so, and so does the service where it finds
 * no event; one that another host has started again is told by its now as long as that is less than this host's.
 */

#ifndef CARILLON_TIMERS_H
#define CARILLON_TIMERS_H

#include "carillon_bus.h"

/* A timer. Set `expired` and `user`; the rest is the driver's. Zeros are a timer that is not outstanding. */
struct carillon_timer {
    void (*expired)(struct carillon_timer *timer, void *user); /* may start and stop timers, this one included */
    void *user;                                                /* the driver only hands it to `expired` */
    uint64_t due;
    struct carillon_timer *next;
    struct carillon_timer **link; /* what points to it; NULL if it is not outstanding */
    bool is_taken;                /* out of its slot, and about to expire */
};

/* The chip and its timers. */
struct carillon_timers {
    struct carillon_bus bus;
    struct carillon_timer **queues; /* one for each slot */
    uint32_t slots;
    uint32_t causes;     /* sticky causes of the interrupt that have not been dealt with */
    uint32_t fifo_depth; /* events that one service takes at most */
    uint64_t now;        /* when it was read last, or a later event's tick */
    uint64_t event_tick; /* no event that is still to come has an earlier one */
    struct carillon_timer *taken;
};

static inline bool carillon_timers_get(const struct carillon_timers *timers, uint32_t offset, uint32_t *word)
{
    return carillon_bus_read(&timers->bus, offset, word);
}

static inline bool carillon_timers_get_status(const struct carillon_timers *timers, uint32_t *word)
{
    return carillon_bus_read_fields(&timers->bus, CARILLON_STATUS_OFFSET,
                                    CARILLON_STATUS_READY_MASK | CARILLON_STATUS_RUNNING_MASK
                                        | CARILLON_STATUS_EVENT_PENDING_MASK | CARILLON_STATUS_FIFO_FULL_MASK
                                        | CARILLON_STATUS_BEHIND_MASK,
                                    word);
}

static inline bool carillon_timers_get_event(const struct carillon_timers *timers, uint32_t *word)
{
    return carillon_bus_read_fields(&timers->bus, CARILLON_EVENT_OFFSET,
                                    CARILLON_EVENT_SLOT_MASK | CARILLON_EVENT_WHEEL_MASK
                                        | CARILLON_EVENT_SEQUENCE_MASK | CARILLON_EVENT_ATTENTION_MASK
                                        | CARILLON_EVENT_MORE_MASK | CARILLON_EVENT_LATE_MASK
                                        | CARILLON_EVENT_VALID_MASK,
                                    word);
}

static inline bool carillon_timers_put(const struct carillon_timers *timers, uint32_t offset, uint32_t word)
{
    return carillon_bus_write(&timers->bus, offset, word);
}

static inline void carillon_timers_link(struct carillon_timer **list, struct carillon_timer *timer)
{
    timer->next = *list;
    timer->link = list;
    if (timer->next)
        timer->next->link = &timer->next;
    *list = timer;
}

static inline void carillon_timers_unlink(struct carillon_timer *timer)
{
    *timer->link = timer->next;
    if (timer->next)
        timer->next->link = timer->link;
    timer->link = NULL;
}

/* Resets the chip and waits until its memory is clear: at most a read for each slot, and a few. */
static inline enum carillon_result carillon_timers_reset(struct carillon_timers *timers, uint32_t slot_bits)
{
    uint32_t word;
    if (!carillon_timers_put(timers, CARILLON_CTRL_OFFSET, CARILLON_CTRL_RESET_MASK))
        return CARILLON_BUS_FAILURE;
    for (uint32_t polls = (UINT32_C(1) << slot_bits) + 64; polls > 0; polls--) {
        if (!carillon_timers_get_status(timers, &word))
            return CARILLON_BUS_FAILURE;
        if (word & CARILLON_STATUS_READY_MASK)
            return CARILLON_OK;
    }
    return CARILLON_NOT_READY;
}

/* Reads all of now, of a chip that runs and whose now was not beyond this one. STATUS is read last: a reset before it
 * shows there, and so does a device that is gone. */
static inline enum carillon_result carillon_timers_read_whole_now(struct carillon_timers *timers)
{
    uint32_t status;
    uint64_t now;
    if (!carillon_bus_read_64(&timers->bus, CARILLON_NOW_LO_OFFSET, CARILLON_NOW_HI_OFFSET, &now)
        || !carillon_timers_get_status(timers, &status))
        return CARILLON_BUS_FAILURE;
    if (!(status & CARILLON_STATUS_RUNNING_MASK) || now < timers->now)
        return CARILLON_WAS_RESET;
    timers->now = now;
    return CARILLON_OK;
}

/* Resets the chip and starts it with ticks of `clocks_a_tick` clocks, 1 to 2^24 - 1, and a wheel of `slots` slots, 2
 * and up. `queues` has room for one pointer for each slot. Timers that were outstanding before are forgotten: set them
 * to zeros again before they are started. Says why if it fails: CARILLON_WRONG_SETTINGS, CARILLON_WRONG_ID,
 * CARILLON_WRONG_VERSION, CARILLON_BUS_GARBLED, CARILLON_TOO_FEW_SLOTS (the chip is not reset then),
 * CARILLON_NOT_READY, CARILLON_REFUSED, CARILLON_WAS_RESET (meanwhile, by another), CARILLON_BUS_FAILURE (no timer may
 * be started then). */
static inline enum carillon_result carillon_timers_open(struct carillon_timers *timers, struct carillon_bus bus,
                                                        uint32_t clocks_a_tick, struct carillon_timer **queues,
                                                        uint32_t slots)
{
    const uint32_t interrupts = CARILLON_INTR_ENABLE_EVENT_MASK | CARILLON_INTR_ENABLE_LATE_OVERFLOW_MASK
                                | CARILLON_INTR_ENABLE_HALF_PERIOD_MASK;
    uint32_t word, size, prescale;
    enum carillon_result result;
    timers->bus = bus;
    timers->queues = queues;
    timers->slots = slots;
    timers->causes = 0;
    timers->fifo_depth = 0;
    timers->now = 0;
    timers->event_tick = 0;
    timers->taken = NULL;
    if (clocks_a_tick == 0 || clocks_a_tick > CARILLON_PRESCALE_CLOCKS_MASK >> CARILLON_PRESCALE_CLOCKS_SHIFT
        || slots < 2)
        return CARILLON_WRONG_SETTINGS;
    for (uint32_t slot = 0; slot < slots; slot++)
        queues[slot] = NULL;
    result = carillon_bus_identify(&bus, CARILLON_ID_VALUE);
    if (result != CARILLON_OK)
        return result;
    if (!carillon_bus_read_fields(&bus, CARILLON_PARAMS_OFFSET,
                                  CARILLON_PARAMS_WHEELS_MASK | CARILLON_PARAMS_SLOT_BITS_MASK
                                      | CARILLON_PARAMS_FIFO_BITS_MASK | CARILLON_PARAMS_ALARM_MASK
                                      | CARILLON_PARAMS_LOOK_AHEAD_MASK | CARILLON_PARAMS_COALESCING_MASK
                                      | CARILLON_PARAMS_WHEEL_MODES_MASK,
                                  &word))
        return CARILLON_BUS_FAILURE;
    timers->fifo_depth = UINT32_C(1) << CARILLON_GET(PARAMS_FIFO_BITS, word);
    if (slots > UINT32_C(1) << CARILLON_GET(PARAMS_SLOT_BITS, word))
        return CARILLON_TOO_FEW_SLOTS;
    result = carillon_timers_reset(timers, CARILLON_GET(PARAMS_SLOT_BITS, word));
    if (result != CARILLON_OK)
        return result;
    if (!carillon_timers_put(timers, CARILLON_PRESCALE_OFFSET, CARILLON_PUT(PRESCALE_CLOCKS, clocks_a_tick))
        || !carillon_timers_put(timers, CARILLON_WHEEL_SIZE_OFFSET(0), CARILLON_PUT(WHEEL_SIZE_SLOTS, slots))
        || !carillon_timers_put(timers, CARILLON_INTR_ENABLE_OFFSET, interrupts)
        || !carillon_timers_get(timers, CARILLON_ERROR_OFFSET, &word))
        return CARILLON_BUS_FAILURE;
    if (word != 0)
        return CARILLON_REFUSED;
    /* A chip that was reset by now may run all the same, but without some of these. */
    if (!carillon_timers_put(timers, CARILLON_CTRL_OFFSET, CARILLON_CTRL_ENABLE_MASK)
        || !carillon_timers_get(timers, CARILLON_PRESCALE_OFFSET, &prescale)
        || !carillon_timers_get(timers, CARILLON_WHEEL_SIZE_OFFSET(0), &size)
        || !carillon_timers_get(timers, CARILLON_INTR_ENABLE_OFFSET, &word))
        return CARILLON_BUS_FAILURE;
    if (prescale != CARILLON_PUT(PRESCALE_CLOCKS, clocks_a_tick)
        || size != CARILLON_PUT(WHEEL_SIZE_SLOTS, slots) || word != interrupts)
        return CARILLON_WAS_RESET;
    return carillon_timers_read_whole_now(timers);
}

/* Reads now, in ticks: the field `now` is right after CARILLON_OK. One read, rarely five. CARILLON_BUS_FAILURE,
 * CARILLON_WAS_RESET. */
static inline enum carillon_result carillon_timers_read_now(struct carillon_timers *timers)
{
    uint32_t low;
    if (!carillon_timers_get(timers, CARILLON_NOW_LO_OFFSET, &low))
        return CARILLON_BUS_FAILURE;
    if (carillon_bus_is_doubtful(low, timers->now) || low - (uint32_t)timers->now > UINT32_C(0x7FFFFFFF))
        return carillon_timers_read_whole_now(timers);
    timers->now += low - (uint32_t)timers->now;
    return CARILLON_OK;
}

/* STOP_TIMER: it does not expire then. One write if it was the last of its slot; if that fails, the chip only raises an
 * event at which nothing is due. Nothing if it is not outstanding. */
static inline void carillon_timers_stop(struct carillon_timers *timers, struct carillon_timer *timer)
{
    if (!timer->link)
        return;
    carillon_timers_unlink(timer);
    uint32_t slot = (uint32_t)(timer->due % timers->slots);
    if (!timer->is_taken && !timers->queues[slot])
        (void)carillon_timers_put(timers, CARILLON_DISARM_OFFSET, CARILLON_PUT(DISARM_SLOT, slot));
}

/* START_TIMER: it expires `interval` ticks from now; 0 counts as 1. It is stopped first if it is outstanding. One read,
 * and one write if it is the first of its slot. CARILLON_BUS_FAILURE, CARILLON_WAS_RESET, CARILLON_TOO_LONG (it would
 * be due after tick 2^64 - 1): it is not outstanding then. */
static inline enum carillon_result carillon_timers_start(struct carillon_timers *timers, struct carillon_timer *timer,
                                                         uint64_t interval)
{
    carillon_timers_stop(timers, timer);
    enum carillon_result result = carillon_timers_read_now(timers);
    if (result != CARILLON_OK)
        return result;
    if (interval == 0)
        interval = 1;
    if (interval > UINT64_MAX - timers->now)
        return CARILLON_TOO_LONG;
    timer->due = timers->now + interval;
    timer->is_taken = false;
    uint32_t slot = (uint32_t)(timer->due % timers->slots);
    bool was_empty = !timers->queues[slot];
    carillon_timers_link(&timers->queues[slot], timer);
    if (was_empty) {
        /* The slot's next visit; that of a timer which is due in a later lap finds nothing due. */
        uint64_t visit = timers->now + 1 + (interval - 1) % timers->slots;
        uint32_t lap = (uint32_t)(visit / timers->slots);
        if (!carillon_timers_put(timers, CARILLON_ARM_OFFSET,
                                 CARILLON_PUT(ARM_SLOT, slot) | CARILLON_PUT(ARM_LAP, lap))) {
            carillon_timers_unlink(timer);
            return CARILLON_BUS_FAILURE;
        }
    }
    return CARILLON_OK;
}

/* Takes out of a slot's queue what is due at `tick`. */
static inline void carillon_timers_take(struct carillon_timers *timers, uint32_t slot, uint64_t tick)
{
    struct carillon_timer *next;
    for (struct carillon_timer *timer = timers->queues[slot]; timer; timer = next) {
        next = timer->next;
        if (timer->due <= tick) {
            carillon_timers_unlink(timer);
            timer->is_taken = true;
            carillon_timers_link(&timers->taken, timer);
        }
    }
}

/* What the chip asks for besides its events. A cause is kept until it has been dealt with: a transfer may fail. */
static inline enum carillon_result carillon_timers_attend(struct carillon_timers *timers)
{
    uint32_t word;
    uint64_t cursor;
    enum carillon_result result;
    if (!carillon_bus_read_fields(&timers->bus, CARILLON_INTR_STATE_OFFSET,
                                  CARILLON_INTR_STATE_EVENT_MASK | CARILLON_INTR_STATE_ALARM_MASK
                                      | CARILLON_INTR_STATE_ERROR_MASK | CARILLON_INTR_STATE_LATE_OVERFLOW_MASK
                                      | CARILLON_INTR_STATE_HALF_PERIOD_MASK,
                                  &word))
        return CARILLON_BUS_FAILURE;
    word &= CARILLON_INTR_STATE_LATE_OVERFLOW_MASK | CARILLON_INTR_STATE_HALF_PERIOD_MASK;
    timers->causes |= word;
    /* Cleared first, so that what comes meanwhile sets it again. */
    if (!carillon_timers_put(timers, CARILLON_INTR_STATE_OFFSET, word)
        || !carillon_bus_read_64(&timers->bus, CARILLON_CURSOR_LO_OFFSET, CARILLON_CURSOR_HI_OFFSET, &cursor))
        return CARILLON_BUS_FAILURE;
    result = carillon_timers_read_whole_now(timers);
    if (result != CARILLON_OK)
        return result;
    if (cursor > timers->now)
        return CARILLON_BUS_FAILURE;
    if (timers->causes & CARILLON_INTR_STATE_LATE_OVERFLOW_MASK)
        for (uint32_t slot = 0; slot < timers->slots; slot++)
            carillon_timers_take(timers, slot, cursor);
    if (timers->causes & CARILLON_INTR_STATE_HALF_PERIOD_MASK) {
        if (!carillon_timers_get_event(timers, &word))
            return CARILLON_BUS_FAILURE;
        if (!(word & CARILLON_EVENT_VALID_MASK) && timers->event_tick < cursor)
            timers->event_tick = cursor;
    }
    timers->causes = 0;
    return CARILLON_OK;
}

/* Reads the tick of the event that was read before. A chip that was reset since reads 0: what may be no tick is read
 * twice. */
static inline enum carillon_result carillon_timers_read_event_tick(struct carillon_timers *timers)
{
    uint32_t low, again;
    uint64_t tick;
    if (!carillon_timers_get(timers, CARILLON_EVENT_TICK_OFFSET, &low)
        || !carillon_bus_extend(timers->event_tick, low, &tick))
        return CARILLON_BUS_FAILURE;
    if (carillon_bus_is_doubtful(low, timers->event_tick)
        || (tick > timers->now && tick - timers->now > UINT32_C(0x7FFFFFFF))) {
        enum carillon_result result = carillon_timers_read_whole_now(timers);
        if (result != CARILLON_OK)
            return result;
        if (!carillon_timers_get(timers, CARILLON_EVENT_TICK_OFFSET, &again) || again != low || tick > timers->now)
            return CARILLON_BUS_FAILURE;
    }
    timers->event_tick = tick;
    if (timers->now < tick)
        timers->now = tick;
    return CARILLON_OK;
}

/* Takes the timers that are due at an event, and acknowledges it. An acknowledgement that fails leaves the event in the
 * FIFO; the next service finds nothing due at it. */
static inline enum carillon_result carillon_timers_event(struct carillon_timers *timers, uint32_t event)
{
    uint32_t slot = CARILLON_GET(EVENT_SLOT, event);
    enum carillon_result result = carillon_timers_read_event_tick(timers);
    if (result != CARILLON_OK)
        return result;
    if (slot < timers->slots)
        carillon_timers_take(timers, slot, timers->event_tick);
    return carillon_timers_put(timers, CARILLON_EVENT_ACK_OFFSET,
                               CARILLON_PUT(EVENT_ACK_SEQUENCE, CARILLON_GET(EVENT_SEQUENCE, event))
                                   | CARILLON_PUT(EVENT_ACK_DISARM,
                                                  slot >= timers->slots || timers->queues[slot] == NULL))
               ? CARILLON_OK
               : CARILLON_BUS_FAILURE;
}

/* The interrupt service routine: calls `expired` of every timer that is due, until the chip has no event left or as
 * many have been taken as its FIFO holds; the interrupt stays then. Two reads and one write for all timers of a slot,
 * and two reads at the end. CARILLON_BUS_FAILURE: nothing is lost; the interrupt stays, and the next call goes on.
 * CARILLON_WAS_RESET. */
static inline enum carillon_result carillon_timers_service(struct carillon_timers *timers)
{
    enum carillon_result result = CARILLON_OK;
    bool is_valid = true;
    for (uint32_t taken = 0; result == CARILLON_OK && is_valid && taken < timers->fifo_depth; taken++) {
        uint32_t event;
        if (!carillon_timers_get_event(timers, &event))
            return CARILLON_BUS_FAILURE;
        is_valid = (event & CARILLON_EVENT_VALID_MASK) != 0;
        if ((event & CARILLON_EVENT_ATTENTION_MASK) || timers->causes)
            result = carillon_timers_attend(timers);
        if (result == CARILLON_OK)
            /* A chip that was reset has no event either. */
            result = is_valid ? carillon_timers_event(timers, event) : carillon_timers_read_now(timers);
        while (timers->taken) {
            struct carillon_timer *timer = timers->taken;
            carillon_timers_unlink(timer);
            timer->expired(timer, timer->user);
        }
    }
    return result;
}

#endif
