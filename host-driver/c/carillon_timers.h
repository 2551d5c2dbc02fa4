/* Timers on the Carillon chip, for C99 and later: start, stop and service over one wheel, Scheme 6 of Varghese and Lauck.
 *
 * Nothing is allocated: a timer lies in its owner's memory, and so do the queues, one pointer for each slot. Start and stop take
 * constant time. Include it in one place, with carillon.h (regmap/generated) in the include path.
 *
 * Ticks are 64-bit and begin at 0 when the chip is opened. A timer is never early, expires once, and is told the tick at
 * which it was due. Mask the chip's interrupt while carillon_timers_start or carillon_timers_stop runs outside of it.
 */

#ifndef CARILLON_TIMERS_H
#define CARILLON_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carillon.h"

/* How the registers are reached. Offsets are in bytes; accesses reach the chip in order. */
struct carillon_bus {
    uint32_t (*read)(void *context, uint32_t offset);
    void (*write)(void *context, uint32_t offset, uint32_t word);
    void *context;
};

/* A timer. Set `expired`; the rest is the driver's. Zeros are a timer that is not outstanding. */
struct carillon_timer {
    void (*expired)(struct carillon_timer *timer); /* may start and stop timers, this one included */
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
    uint64_t now;        /* when it was read last */
    uint64_t event_tick; /* no event that is still to come has an earlier one */
    struct carillon_timer *taken;
};

static inline uint32_t carillon_timers_get(const struct carillon_timers *timers, uint32_t offset)
{
    return timers->bus.read(timers->bus.context, offset);
}

static inline void carillon_timers_put(const struct carillon_timers *timers, uint32_t offset, uint32_t word)
{
    timers->bus.write(timers->bus.context, offset, word);
}

static inline uint64_t carillon_timers_get_64(const struct carillon_timers *timers, uint32_t low_offset, uint32_t high_offset)
{
    uint32_t high, low, again = carillon_timers_get(timers, high_offset);
    do {
        high = again;
        low = carillon_timers_get(timers, low_offset);
        again = carillon_timers_get(timers, high_offset);
    } while (high != again);
    return (uint64_t)high << 32 | low;
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

/* Resets the chip and starts it with ticks of `clocks_a_tick` clocks, 1 and up, and a wheel of `slots` slots, 2 and up, whose
 * queues are the caller's. Returns false if it is no such chip, or has fewer slots: then nothing runs. */
static inline bool carillon_timers_open(struct carillon_timers *timers, struct carillon_bus bus, uint32_t clocks_a_tick,
                                        struct carillon_timer **queues, uint32_t slots)
{
    *timers = (struct carillon_timers){.bus = bus, .queues = queues, .slots = slots};
    for (uint32_t slot = 0; slot < slots; slot++)
        queues[slot] = NULL;
    if (carillon_timers_get(timers, CARILLON_ID_OFFSET) != CARILLON_ID_VALUE
        || CARILLON_GET(VERSION_MAJOR, carillon_timers_get(timers, CARILLON_VERSION_OFFSET))
               != CARILLON_GET(VERSION_MAJOR, CARILLON_VERSION_VALUE))
        return false;
    carillon_timers_put(timers, CARILLON_CTRL_OFFSET, CARILLON_CTRL_RESET_MASK);
    while (!(carillon_timers_get(timers, CARILLON_STATUS_OFFSET) & CARILLON_STATUS_READY_MASK)) {
    }
    carillon_timers_put(timers, CARILLON_PRESCALE_OFFSET, clocks_a_tick);
    carillon_timers_put(timers, CARILLON_WHEEL_SIZE_OFFSET(0), slots);
    carillon_timers_put(timers, CARILLON_INTR_ENABLE_OFFSET,
                        CARILLON_INTR_ENABLE_EVENT_MASK | CARILLON_INTR_ENABLE_LATE_OVERFLOW_MASK
                            | CARILLON_INTR_ENABLE_HALF_PERIOD_MASK);
    if (carillon_timers_get(timers, CARILLON_ERROR_OFFSET) != 0)
        return false;
    carillon_timers_put(timers, CARILLON_CTRL_OFFSET, CARILLON_CTRL_ENABLE_MASK);
    return true;
}

/* Now, in ticks. One read. */
static inline uint64_t carillon_timers_now(struct carillon_timers *timers)
{
    timers->now += (uint32_t)(carillon_timers_get(timers, CARILLON_NOW_LO_OFFSET) - (uint32_t)timers->now);
    return timers->now;
}

/* STOP_TIMER: it does not expire then. One write if it was the last of its slot. Nothing if it is not outstanding. */
static inline void carillon_timers_stop(struct carillon_timers *timers, struct carillon_timer *timer)
{
    if (!timer->link)
        return;
    carillon_timers_unlink(timer);
    uint32_t slot = (uint32_t)(timer->due % timers->slots);
    if (!timer->is_taken && !timers->queues[slot])
        carillon_timers_put(timers, CARILLON_DISARM_OFFSET, CARILLON_PUT(DISARM_SLOT, slot));
}

/* START_TIMER: it expires `interval` ticks from now; 0 counts as 1. It is stopped first if it is outstanding. One read, and one
 * write if it is the first of its slot. */
static inline void carillon_timers_start(struct carillon_timers *timers, struct carillon_timer *timer, uint64_t interval)
{
    carillon_timers_stop(timers, timer);
    uint64_t now = carillon_timers_now(timers);
    if (interval == 0)
        interval = 1;
    timer->due = now + interval;
    timer->is_taken = false;
    uint32_t slot = (uint32_t)(timer->due % timers->slots);
    bool was_empty = !timers->queues[slot];
    carillon_timers_link(&timers->queues[slot], timer);
    if (was_empty) {
        /* The slot's next visit; that of a timer which is due in a later lap finds nothing due. */
        uint64_t visit = now + 1 + (interval - 1) % timers->slots;
        uint32_t lap = (uint32_t)(visit / timers->slots);
        carillon_timers_put(timers, CARILLON_ARM_OFFSET, CARILLON_PUT(ARM_SLOT, slot) | CARILLON_PUT(ARM_LAP, lap));
    }
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

/* What the chip asks for besides its events. */
static inline void carillon_timers_attend(struct carillon_timers *timers)
{
    uint32_t causes = carillon_timers_get(timers, CARILLON_INTR_STATE_OFFSET);
    uint32_t sticky = CARILLON_INTR_STATE_LATE_OVERFLOW_MASK | CARILLON_INTR_STATE_HALF_PERIOD_MASK;
    /* Cleared first, so that what comes meanwhile sets it again. */
    carillon_timers_put(timers, CARILLON_INTR_STATE_OFFSET, causes & sticky);
    uint64_t cursor = carillon_timers_get_64(timers, CARILLON_CURSOR_LO_OFFSET, CARILLON_CURSOR_HI_OFFSET);
    if (causes & CARILLON_INTR_STATE_LATE_OVERFLOW_MASK)
        for (uint32_t slot = 0; slot < timers->slots; slot++)
            carillon_timers_take(timers, slot, cursor);
    if (causes & CARILLON_INTR_STATE_HALF_PERIOD_MASK) {
        timers->now = carillon_timers_get_64(timers, CARILLON_NOW_LO_OFFSET, CARILLON_NOW_HI_OFFSET);
        if (!(carillon_timers_get(timers, CARILLON_EVENT_OFFSET) & CARILLON_EVENT_VALID_MASK))
            timers->event_tick = cursor;
    }
}

/* The interrupt service routine: calls `expired` of every timer that is due, until the chip has no event left. Two reads and one
 * write for all timers of a slot, and one read at the end. */
static inline void carillon_timers_service(struct carillon_timers *timers)
{
    for (;;) {
        uint32_t event = carillon_timers_get(timers, CARILLON_EVENT_OFFSET);
        if (event & CARILLON_EVENT_ATTENTION_MASK)
            carillon_timers_attend(timers);
        if (event & CARILLON_EVENT_VALID_MASK) {
            uint32_t slot = CARILLON_GET(EVENT_SLOT, event);
            timers->event_tick +=
                (uint32_t)(carillon_timers_get(timers, CARILLON_EVENT_TICK_OFFSET) - (uint32_t)timers->event_tick);
            carillon_timers_take(timers, slot, timers->event_tick);
            carillon_timers_put(timers, CARILLON_EVENT_ACK_OFFSET,
                                CARILLON_PUT(EVENT_ACK_SEQUENCE, CARILLON_GET(EVENT_SEQUENCE, event))
                                    | CARILLON_PUT(EVENT_ACK_DISARM, timers->queues[slot] == NULL));
        }
        while (timers->taken) {
            struct carillon_timer *timer = timers->taken;
            carillon_timers_unlink(timer);
            timer->expired(timer);
        }
        if (!(event & CARILLON_EVENT_VALID_MASK))
            return;
    }
}

#endif
