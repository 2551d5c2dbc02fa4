/* Timers on the Carillon timer chip, which keeps the queues itself, for C99 and later and C++11 and later: start, stop,
 * look and service. carillon_timers.h drives the counter chip.
 *
 * Nothing is allocated: the timers (struct carillon_chip_timer, in carillon_timer_chip_state.h) are an array of the
 * caller's, and a timer's number is its index. Start and stop take constant time. The functions are inline; carillon.h
 * and carillon_timer.h (regmap/generated) must be in the include path.
 *
 * Ticks have 64 bits and begin at 0 when the chip is opened. A timer is never early and expires once, a periodic one
 * once a period, and `due` is the tick at which it was due. Mask the chip's interrupt while any function but the
 * service runs outside of it.
 *
 * What the chip refuses, because its memory fails or its cursor is far behind, interrupts. The service then gives the
 * command again: an interval begins anew, a deadline stays.
 *
 * A chip that was reset does not interrupt any more. Every read of now says so, and so does a service that finds no
 * event; one that another host has started again is told by its now as long as that is less than this host's.
 */

#ifndef CARILLON_TIMER_CHIP_H
#define CARILLON_TIMER_CHIP_H

#include "carillon_timer_chip_state.h"

/* Whether `count` timers, slots and base fit to the chip whose PARAMS is `params`; gives the number of records. */
static inline enum carillon_result carillon_timer_chip_fit(uint32_t params, uint32_t wheel_bits, uint32_t memory_base,
                                                           uint32_t count, uint32_t *records)
{
    uint32_t wheels = CARILLON_TIMER_GET(PARAMS_WHEELS, params);
    uint32_t timer_bits = CARILLON_TIMER_GET(PARAMS_TIMER_BITS, params);
    bool is_wide = CARILLON_TIMER_GET(PARAMS_WIDE, params) != 0;
    uint32_t most_bits, most, words, space = 1;
    if (wheels == 0 || wheels > CARILLON_TIMER_MAX_WHEELS || CARILLON_TIMER_GET(PARAMS_SLOT_BITS, params) < wheels)
        return CARILLON_BUS_GARBLED;
    most_bits = CARILLON_TIMER_GET(PARAMS_SLOT_BITS, params) - (wheels - 1);
    if (wheel_bits > most_bits)
        return CARILLON_TOO_FEW_SLOTS;
    if (wheel_bits < (wheels == 1 ? CARILLON_TIMER_MIN_WHEEL_BITS : most_bits) || count == 0)
        return CARILLON_WRONG_SETTINGS;
    most = is_wide ? CARILLON_TIMER_WINDOW_COUNT : UINT32_C(65536) - (wheels << wheel_bits);
    if (timer_bits != 0 && most > UINT32_C(1) << timer_bits)
        most = UINT32_C(1) << timer_bits;
    if (count > most)
        return CARILLON_TOO_MANY_TIMERS;
    *records = count + (wheels << wheel_bits);
    words = *records * (is_wide || CARILLON_TIMER_GET(PARAMS_PERIODIC, params) ? 4 : 2);
    while (space < words)
        space <<= 1;
    if (memory_base % space != 0 || memory_base > CARILLON_TIMER_MEMORY_BASE_WORD_MASK)
        return CARILLON_WRONG_SETTINGS;
    return CARILLON_OK;
}

/* Waits until the records are initialised. */
static inline enum carillon_result carillon_timer_chip_wait(struct carillon_timer_chip *chip, uint32_t polls)
{
    uint32_t status, errors;
    for (; polls > 0; polls--) {
        if (!carillon_timer_chip_get_status(chip, &status))
            return CARILLON_BUS_FAILURE;
        if (status & CARILLON_TIMER_STATUS_READY_MASK)
            return CARILLON_OK;
        /* What has not been asked for, or was refused, is never ready. */
        if (!(status & CARILLON_TIMER_STATUS_LOCKED_MASK)) {
            if (!carillon_timer_chip_take_errors(chip, &errors))
                return CARILLON_BUS_FAILURE;
            if (errors != 0)
                return CARILLON_REFUSED;
        }
    }
    return CARILLON_NOT_READY;
}

/* Resets the chip, has it initialise the records of `count` timers and of its slots, and starts it with ticks of
 * `clocks_a_tick` clocks, 1 to 2^24 - 1. No timer is outstanding then. `wheel_bits` says the slots of a wheel, as a
 * power of two: with one wheel 4 to those of the build, with several just those. The records begin at the word
 * `memory_base`, a multiple of their words, rounded up to a power of two; it must be 0 where the memory is inside.
 *
 * Says why if it fails: CARILLON_WRONG_SETTINGS, CARILLON_WRONG_ID, CARILLON_WRONG_VERSION, CARILLON_BUS_GARBLED,
 * CARILLON_TOO_FEW_SLOTS, CARILLON_TOO_MANY_TIMERS (the chip is not reset then), CARILLON_NOT_READY, CARILLON_REFUSED,
 * CARILLON_WAS_RESET (meanwhile, by another), CARILLON_BUS_FAILURE (no timer may be started then). */
static inline enum carillon_result carillon_timer_chip_open(struct carillon_timer_chip *chip, struct carillon_bus bus,
                                                            uint32_t clocks_a_tick, uint32_t wheel_bits,
                                                            uint32_t memory_base, struct carillon_chip_timer *timers,
                                                            uint32_t count)
{
    uint32_t word, errors, records = 0;
    enum carillon_result result;
    chip->bus = bus;
    chip->timers = timers;
    chip->count = 0;
    chip->errors = 0;
    chip->handled = 0;
    chip->times_empty = 0;
    chip->audited = 0;
    chip->fifo_depth = 0;
    chip->now = 0;
    chip->event_tick = 0;
    chip->is_unsure = false;
    chip->is_mode_left = false;
    if (clocks_a_tick == 0
        || clocks_a_tick > CARILLON_TIMER_PRESCALE_CLOCKS_MASK >> CARILLON_TIMER_PRESCALE_CLOCKS_SHIFT)
        return CARILLON_WRONG_SETTINGS;
    result = carillon_bus_identify(&bus, CARILLON_TIMER_ID_VALUE);
    if (result != CARILLON_OK)
        return result;
    if (!carillon_bus_read_fields(&bus, CARILLON_TIMER_PARAMS_OFFSET,
                                  CARILLON_TIMER_PARAMS_WHEELS_MASK | CARILLON_TIMER_PARAMS_SLOT_BITS_MASK
                                      | CARILLON_TIMER_PARAMS_FIFO_BITS_MASK | CARILLON_TIMER_PARAMS_PERIODIC_MASK
                                      | CARILLON_TIMER_PARAMS_TIMER_BITS_MASK | CARILLON_TIMER_PARAMS_WIDE_MASK
                                      | CARILLON_TIMER_PARAMS_COALESCING_MASK | CARILLON_TIMER_PARAMS_LOOK_AHEAD_MASK,
                                  &word))
        return CARILLON_BUS_FAILURE;
    chip->fifo_depth = UINT32_C(1) << CARILLON_TIMER_GET(PARAMS_FIFO_BITS, word);
    chip->is_periodic = CARILLON_TIMER_GET(PARAMS_PERIODIC, word) != 0;
    result = carillon_timer_chip_fit(word, wheel_bits, memory_base, count, &records);
    if (result != CARILLON_OK)
        return result;
    if (!carillon_timer_chip_put(chip, CARILLON_TIMER_CTRL_OFFSET, CARILLON_TIMER_CTRL_RESET_MASK)
        || !carillon_timer_chip_put(chip, CARILLON_TIMER_TIMERS_OFFSET, count)
        || !carillon_timer_chip_put(chip, CARILLON_TIMER_WHEEL_BITS_OFFSET, wheel_bits)
        || !carillon_timer_chip_put(chip, CARILLON_TIMER_MEMORY_BASE_OFFSET, memory_base)
        || !carillon_timer_chip_put(chip, CARILLON_TIMER_PRESCALE_OFFSET, clocks_a_tick)
        || !carillon_timer_chip_put(chip, CARILLON_TIMER_CTRL_OFFSET, CARILLON_TIMER_CTRL_INITIALISE_MASK))
        return CARILLON_BUS_FAILURE;
    result = carillon_timer_chip_wait(chip, records * CARILLON_CHIP_POLLS);
    if (result != CARILLON_OK)
        return result;
    if (!carillon_timer_chip_take_errors(chip, &errors))
        return CARILLON_BUS_FAILURE;
    /* The memory may have failed and recovered meanwhile: that is no error here. */
    if (errors & ~CARILLON_TIMER_ERROR_MEMORY_MASK)
        return CARILLON_REFUSED;
    chip->is_unsure = false;
    for (uint32_t number = 0; number < count; number++) {
        timers[number].due = 0;
        timers[number].mode = CARILLON_CHIP_STOPPED;
        timers[number].interval = 0;
        timers[number].times_empty = 0;
        timers[number].generation = 0;
        timers[number].commands = 0;
    }
    if (!carillon_timer_chip_put(chip, CARILLON_TIMER_INTR_ENABLE_OFFSET,
                                 CARILLON_TIMER_INTR_ENABLE_EVENT_MASK | CARILLON_TIMER_INTR_ENABLE_ERROR_MASK
                                     | CARILLON_TIMER_INTR_ENABLE_HALF_PERIOD_MASK)
        || !carillon_timer_chip_put(chip, CARILLON_TIMER_CTRL_OFFSET, CARILLON_TIMER_CTRL_ENABLE_MASK))
        return CARILLON_BUS_FAILURE;
    result = carillon_timer_chip_read_whole_now(chip);
    if (result == CARILLON_OK)
        chip->count = count;
    return result;
}

/* Starts a timer, whichever way. */
static inline enum carillon_result carillon_timer_chip_begin(struct carillon_timer_chip *chip, uint32_t number,
                                                             enum carillon_chip_mode mode, uint32_t interval,
                                                             uint64_t due)
{
    struct carillon_chip_timer *timer = &chip->timers[number];
    enum carillon_result result = chip->is_unsure ? carillon_timer_chip_audit(chip) : CARILLON_OK;
    uint32_t event;
    if (result != CARILLON_OK)
        return result;
    if (timer->commands >= CARILLON_CHIP_COMMANDS && timer->times_empty == chip->times_empty) {
        if (!carillon_timer_chip_get(chip, CARILLON_TIMER_EVENT_OFFSET, &event))
            return CARILLON_BUS_FAILURE;
        if (event & CARILLON_TIMER_EVENT_VALID_MASK)
            return CARILLON_SERVE_FIRST;
        carillon_timer_chip_saw_empty(chip);
    }
    timer->mode = mode;
    timer->interval = interval;
    timer->due = due;
    if (carillon_timer_chip_command(chip, timer))
        return CARILLON_OK;
    timer->mode = CARILLON_CHIP_STOPPED;
    return CARILLON_BUS_FAILURE;
}

/* START_TIMER: it expires `interval` ticks, 0 (as 1) to 2^23 - 1, after the tick at which the chip takes the command. A
 * timer that is outstanding is started again. One write; a read for every 100 starts and stops of one timer without an
 * interrupt in between.
 *
 * CARILLON_WRONG_SETTINGS (no such timer), CARILLON_TOO_LONG: nothing has changed. CARILLON_SERVE_FIRST: the timer is
 * as it was; call the service, then start it. CARILLON_BUS_FAILURE: it is not outstanding. After a bus failure the next
 * start or service first reads every timer's word and puts right what the chip has not taken; if that fails:
 * CARILLON_REFUSED (the memory still fails, or the cursor is far behind), CARILLON_WAS_RESET, CARILLON_BUS_FAILURE. */
static inline enum carillon_result carillon_timer_chip_start(struct carillon_timer_chip *chip, uint32_t number,
                                                             uint32_t interval)
{
    if (number >= chip->count)
        return CARILLON_WRONG_SETTINGS;
    if (interval > CARILLON_TIMER_MAX_INTERVAL)
        return CARILLON_TOO_LONG;
    return carillon_timer_chip_begin(chip, number, CARILLON_CHIP_INTERVAL, interval ? interval : 1, 0);
}

/* The same of a timer that the chip starts again whenever it expires, from the tick at which it was due. Two writes. As
 * carillon_timer_chip_start; CARILLON_NOT_PERIODIC: nothing has changed. */
static inline enum carillon_result carillon_timer_chip_start_periodic(struct carillon_timer_chip *chip,
                                                                      uint32_t number, uint32_t interval)
{
    if (number >= chip->count)
        return CARILLON_WRONG_SETTINGS;
    if (!chip->is_periodic)
        return CARILLON_NOT_PERIODIC;
    if (interval > CARILLON_TIMER_MAX_INTERVAL)
        return CARILLON_TOO_LONG;
    return carillon_timer_chip_begin(chip, number, CARILLON_CHIP_PERIODIC, interval ? interval : 1, 0);
}

/* The same with a deadline, at most 2^23 - 1 ticks ahead: the timer expires at the tick `due`, or at the next one if
 * that has passed. Two writes; a read where the deadline is that far from the `now` that was read last. */
static inline enum carillon_result carillon_timer_chip_start_at(struct carillon_timer_chip *chip, uint32_t number,
                                                                uint64_t due)
{
    if (number >= chip->count)
        return CARILLON_WRONG_SETTINGS;
    if (due > chip->now && due - chip->now > CARILLON_TIMER_MAX_INTERVAL) {
        enum carillon_result result = carillon_timer_chip_read_now(chip);
        if (result != CARILLON_OK)
            return result;
        if (due > chip->now && due - chip->now > CARILLON_TIMER_MAX_INTERVAL)
            return CARILLON_TOO_LONG;
    }
    return carillon_timer_chip_begin(chip, number, CARILLON_CHIP_DEADLINE, 0, due);
}

/* STOP_TIMER: it does not expire then, even if the write fails. One write. Nothing if it is not outstanding. */
static inline void carillon_timer_chip_stop(struct carillon_timer_chip *chip, uint32_t number)
{
    if (number >= chip->count || chip->timers[number].mode == CARILLON_CHIP_STOPPED)
        return;
    chip->timers[number].mode = CARILLON_CHIP_STOPPED;
    (void)carillon_timer_chip_command(chip, &chip->timers[number]);
}

/* Reads the ticks that are left: 0 if the timer is not outstanding, or is due. One read, three if it is due.
 * CARILLON_WRONG_SETTINGS, CARILLON_BUS_FAILURE, CARILLON_WAS_RESET; CARILLON_REFUSED: the chip does not tell, or has
 * not taken the start; the service puts that right. */
static inline enum carillon_result carillon_timer_chip_look(struct carillon_timer_chip *chip, uint32_t number,
                                                            uint32_t *left)
{
    uint32_t word, errors = 0, status = CARILLON_TIMER_STATUS_READY_MASK;
    *left = 0;
    if (number >= chip->count)
        return CARILLON_WRONG_SETTINGS;
    if (chip->timers[number].mode == CARILLON_CHIP_STOPPED)
        return CARILLON_OK;
    if (!carillon_timer_chip_get(chip, CARILLON_TIMER_WINDOW_OFFSET(number), &word))
        return CARILLON_BUS_FAILURE;
    /* 0 is also what the chip has refused, and one that was reset; all ones what a bus reads whose device is gone. */
    if ((!(word & CARILLON_TIMER_TIMER_WORD_RUNS_MASK) || word == UINT32_MAX)
        && (!carillon_timer_chip_get_errors(chip, &errors) || !carillon_timer_chip_get_status(chip, &status)))
        return CARILLON_BUS_FAILURE;
    if (!(status & CARILLON_TIMER_STATUS_READY_MASK))
        return CARILLON_WAS_RESET;
    if ((errors & CARILLON_TIMER_ERROR_MEMORY_MASK)
        || CARILLON_TIMER_GET(TIMER_WORD_GENERATION, word) != chip->timers[number].generation)
        return CARILLON_REFUSED;
    *left = CARILLON_TIMER_GET(TIMER_WORD_TICKS, word);
    return CARILLON_OK;
}

/* What the chip asks for besides its events. A cause is cleared after it has been dealt with: a transfer may fail. */
static inline enum carillon_result carillon_timer_chip_attend(struct carillon_timer_chip *chip)
{
    uint32_t causes, word;
    if (!carillon_bus_read_fields(&chip->bus, CARILLON_TIMER_INTR_STATE_OFFSET,
                                  CARILLON_TIMER_INTR_STATE_EVENT_MASK | CARILLON_TIMER_INTR_STATE_ERROR_MASK
                                      | CARILLON_TIMER_INTR_STATE_HALF_PERIOD_MASK,
                                  &causes)
        || ((causes & CARILLON_TIMER_INTR_STATE_ERROR_MASK) && !carillon_timer_chip_take_errors(chip, &word)))
        return CARILLON_BUS_FAILURE;
    if (chip->is_unsure) {
        enum carillon_result result = carillon_timer_chip_audit(chip);
        if (result != CARILLON_OK)
            return result;
    }
    if (causes & CARILLON_TIMER_INTR_STATE_HALF_PERIOD_MASK) {
        uint32_t cursor, behind;
        enum carillon_result result;
        if (!carillon_timer_chip_get(chip, CARILLON_TIMER_CURSOR_LO_OFFSET, &cursor)
            || !carillon_timer_chip_get(chip, CARILLON_TIMER_EVENT_OFFSET, &word))
            return CARILLON_BUS_FAILURE;
        /* Last, so that the chip was not reset before. The cursor may be a tick ahead of now. */
        result = carillon_timer_chip_read_whole_now(chip);
        if (result != CARILLON_OK)
            return result;
        behind = (uint32_t)chip->now + 1 - cursor;
        /* All events of ticks before the cursor are in the FIFO by now. */
        if (!(word & CARILLON_TIMER_EVENT_VALID_MASK) && chip->now >= behind
            && chip->event_tick < chip->now - behind + 1)
            chip->event_tick = chip->now - behind + 1;
    }
    if (causes != 0 && !carillon_timer_chip_put(chip, CARILLON_TIMER_INTR_STATE_OFFSET, causes))
        return CARILLON_BUS_FAILURE;
    /* A chip that was reset has no event either. */
    return carillon_timer_chip_read_now(chip);
}

/* Reads the tick of the event that was read before. A chip that was reset since reads 0: what may be no tick is read
 * twice. */
static inline enum carillon_result carillon_timer_chip_read_event_tick(struct carillon_timer_chip *chip, uint64_t *tick)
{
    uint32_t low, again;
    if (!carillon_timer_chip_get(chip, CARILLON_TIMER_EVENT_TICK_OFFSET, &low)
        || !carillon_bus_extend(chip->event_tick, low, tick))
        return CARILLON_BUS_FAILURE;
    if (carillon_bus_is_doubtful(low, chip->event_tick)
        || (*tick > chip->now && *tick - chip->now > UINT32_C(0x7FFFFFFF))) {
        enum carillon_result result = carillon_timer_chip_read_whole_now(chip);
        if (result != CARILLON_OK)
            return result;
        if (!carillon_timer_chip_get(chip, CARILLON_TIMER_EVENT_TICK_OFFSET, &again) || again != low
            || *tick > chip->now)
            return CARILLON_BUS_FAILURE;
    }
    return CARILLON_OK;
}

/* Notes what an event says: gives its timer, or NULL if its start has ended. Then the chip's word of the timer is put
 * right if it has to be. */
static inline enum carillon_result carillon_timer_chip_event(struct carillon_timer_chip *chip, uint32_t event,
                                                             struct carillon_chip_timer **expired)
{
    uint32_t number = CARILLON_TIMER_GET(EVENT_TIMER, event), status;
    struct carillon_chip_timer *timer;
    *expired = NULL;
    /* The event of no timer, and what a bus reads whose device is gone. */
    if (number >= chip->count || (event == UINT32_MAX && !carillon_timer_chip_get_status(chip, &status)))
        return CARILLON_BUS_FAILURE;
    timer = &chip->timers[number];
    if (timer->mode == CARILLON_CHIP_STOPPED)
        return CARILLON_OK;
    /* An earlier start's, unless the chip has counted otherwise, as where a write has arrived twice. */
    if (timer->generation != CARILLON_TIMER_GET(EVENT_GENERATION, event))
        return carillon_timer_chip_mend(chip, timer);
    if (timer->mode != CARILLON_CHIP_DEADLINE) {
        enum carillon_result result = carillon_timer_chip_read_event_tick(chip, &timer->due);
        if (result != CARILLON_OK)
            return result;
    }
    if (chip->event_tick < timer->due)
        chip->event_tick = timer->due;
    if (chip->now < timer->due)
        chip->now = timer->due;
    if (timer->mode != CARILLON_CHIP_PERIODIC)
        timer->mode = CARILLON_CHIP_STOPPED;
    *expired = timer;
    return CARILLON_OK;
}

/* The interrupt service routine: calls `expired` of every timer whose event waits, until the FIFO is empty or as many
 * events have been taken as it holds; the interrupt stays then. An event costs a read and a write, of an interval or a
 * period two reads, of an earlier start of a timer that runs five; the call one read more, and one without an event
 * attends to what else interrupts.
 * CARILLON_BUS_FAILURE and CARILLON_REFUSED (commands that the chip has not taken wait to be given again): nothing is
 * lost. Call it again then, even without an interrupt. CARILLON_WAS_RESET. */
static inline enum carillon_result carillon_timer_chip_service(struct carillon_timer_chip *chip)
{
    uint32_t taken;
    for (taken = 0; taken < chip->fifo_depth; taken++) {
        uint32_t event;
        struct carillon_chip_timer *expired = NULL;
        if (!carillon_timer_chip_get(chip, CARILLON_TIMER_EVENT_OFFSET, &event))
            return CARILLON_BUS_FAILURE;
        if (!(event & CARILLON_TIMER_EVENT_VALID_MASK)) {
            carillon_timer_chip_saw_empty(chip);
            break;
        }
        if (event != chip->handled) {
            enum carillon_result result = carillon_timer_chip_event(chip, event, &expired);
            if (result != CARILLON_OK)
                return result;
        }
        /* Until the acknowledgement has arrived the chip shows the same event. */
        chip->handled = event;
        bool works = carillon_timer_chip_put(
            chip, CARILLON_TIMER_EVENT_ACK_OFFSET,
            CARILLON_TIMER_PUT(EVENT_ACK_SEQUENCE, CARILLON_TIMER_GET(EVENT_SEQUENCE, event)));
        if (works)
            chip->handled = 0;
        if (expired)
            expired->expired(expired, expired->user);
        if (!works)
            return CARILLON_BUS_FAILURE;
    }
    return taken > 0 && !chip->is_unsure ? CARILLON_OK : carillon_timer_chip_attend(chip);
}

#endif
