/* A part of carillon_timer_chip.h: its structures, and how chip and host are kept in agreement on what was started. */

#ifndef CARILLON_TIMER_CHIP_STATE_H
#define CARILLON_TIMER_CHIP_STATE_H

#include "carillon_bus.h"
#include "carillon_timer.h"

/* How a timer was started. */
enum carillon_chip_mode {
    CARILLON_CHIP_STOPPED = 0,
    CARILLON_CHIP_INTERVAL,
    CARILLON_CHIP_PERIODIC,
    CARILLON_CHIP_DEADLINE
};

/* A timer. Set `expired` and `user`; the rest is the driver's. */
struct carillon_chip_timer {
    void (*expired)(struct carillon_chip_timer *timer, void *user); /* may start and stop timers, this one included */
    void *user;                                                     /* the driver only hands it to `expired` */
    uint64_t due;                                                   /* of a deadline from its start on */
    enum carillon_chip_mode mode;                                   /* CARILLON_CHIP_STOPPED: it is not outstanding */
    uint32_t interval;
    uint32_t times_empty; /* of the chip's structure, at the last start or stop */
    uint8_t generation;   /* of the last start or stop, as the chip counts */
    uint8_t commands;     /* starts and stops since the FIFO was seen empty */
};

/* The chip and its timers. */
struct carillon_timer_chip {
    struct carillon_bus bus;
    struct carillon_chip_timer *timers;
    uint32_t count;
    uint32_t errors;      /* what ERROR has shown; set it to 0 at will */
    uint32_t handled;     /* the event that was dealt with and whose acknowledgement may not have arrived, or 0 */
    uint32_t times_empty; /* how often the FIFO has been seen empty */
    uint32_t audited;     /* where the audit goes on that is_unsure asks for; 0 without one */
    uint32_t fifo_depth;  /* events that one service takes at most */
    uint64_t now;         /* when it was read last, or a later event's tick */
    uint64_t event_tick;  /* no event that is still to come has an earlier one */
    bool is_periodic;
    bool is_unsure;    /* the chip may not have taken every command */
    bool is_mode_left; /* START_MODE may not be 0 */
};

enum {
    /* Starts and stops of one timer, fewer than the 128 generations, after which events must not wait. */
    CARILLON_CHIP_COMMANDS = 100,
    /* Reads of STATUS for each record until the chip is said not to initialise them. */
    CARILLON_CHIP_POLLS = 64,
    /* How often a command is given again that the chip refuses while its memory fails. */
    CARILLON_CHIP_ATTEMPTS = 64,
    /* Bits of ERROR: a command may have been refused. */
    CARILLON_CHIP_REFUSALS = CARILLON_TIMER_ERROR_TIMER_RANGE_MASK | CARILLON_TIMER_ERROR_NOT_READY_MASK
                             | CARILLON_TIMER_ERROR_INTERVAL_RANGE_MASK | CARILLON_TIMER_ERROR_BEHIND_MASK
                             | CARILLON_TIMER_ERROR_MEMORY_MASK
};

static inline bool carillon_timer_chip_get(const struct carillon_timer_chip *chip, uint32_t offset, uint32_t *word)
{
    return carillon_bus_read(&chip->bus, offset, word);
}

static inline bool carillon_timer_chip_get_status(const struct carillon_timer_chip *chip, uint32_t *word)
{
    return carillon_bus_read_fields(&chip->bus, CARILLON_TIMER_STATUS_OFFSET,
                                    CARILLON_TIMER_STATUS_READY_MASK | CARILLON_TIMER_STATUS_LOCKED_MASK
                                        | CARILLON_TIMER_STATUS_EVENT_PENDING_MASK
                                        | CARILLON_TIMER_STATUS_FIFO_FULL_MASK | CARILLON_TIMER_STATUS_BEHIND_MASK
                                        | CARILLON_TIMER_STATUS_MEMORY_FAILING_MASK,
                                    word);
}

static inline bool carillon_timer_chip_get_errors(const struct carillon_timer_chip *chip, uint32_t *word)
{
    return carillon_bus_read_fields(&chip->bus, CARILLON_TIMER_ERROR_OFFSET,
                                    CARILLON_TIMER_ERROR_SIZE_RANGE_MASK | CARILLON_TIMER_ERROR_LOCKED_MASK
                                        | CARILLON_TIMER_ERROR_ACK_EMPTY_MASK | CARILLON_TIMER_ERROR_ACK_STALE_MASK
                                        | CARILLON_TIMER_ERROR_PRESCALE_ZERO_MASK
                                        | CARILLON_TIMER_ERROR_ADDRESS_MASK | CARILLON_CHIP_REFUSALS,
                                    word);
}

static inline bool carillon_timer_chip_put(const struct carillon_timer_chip *chip, uint32_t offset, uint32_t word)
{
    return carillon_bus_write(&chip->bus, offset, word);
}

/* Reads ERROR and clears it; gives what it showed. What was refused is to be given again: that is noted before the
 * write, whose answer may be lost. */
static inline bool carillon_timer_chip_take_errors(struct carillon_timer_chip *chip, uint32_t *errors)
{
    if (!carillon_timer_chip_get_errors(chip, errors))
        return false;
    chip->errors |= *errors;
    if (*errors & CARILLON_CHIP_REFUSALS)
        chip->is_unsure = true;
    return *errors == 0 || carillon_timer_chip_put(chip, CARILLON_TIMER_ERROR_OFFSET, *errors);
}

/* Reads all of now. STATUS is read last: a reset before it shows there, and so does a device that is gone. */
static inline enum carillon_result carillon_timer_chip_read_whole_now(struct carillon_timer_chip *chip)
{
    uint32_t status;
    uint64_t now;
    if (!carillon_bus_read_64(&chip->bus, CARILLON_TIMER_NOW_LO_OFFSET, CARILLON_TIMER_NOW_HI_OFFSET, &now)
        || !carillon_timer_chip_get_status(chip, &status))
        return CARILLON_BUS_FAILURE;
    if (!(status & CARILLON_TIMER_STATUS_READY_MASK) || now < chip->now)
        return CARILLON_WAS_RESET;
    chip->now = now;
    return CARILLON_OK;
}

/* Reads now, in ticks: the field `now` is right after CARILLON_OK. One read, rarely five. CARILLON_BUS_FAILURE,
 * CARILLON_WAS_RESET. */
static inline enum carillon_result carillon_timer_chip_read_now(struct carillon_timer_chip *chip)
{
    uint32_t low, before = (uint32_t)chip->now;
    if (!carillon_timer_chip_get(chip, CARILLON_TIMER_NOW_LO_OFFSET, &low))
        return CARILLON_BUS_FAILURE;
    if (carillon_bus_is_doubtful(low, before) || low - before > UINT32_C(0x7FFFFFFF))
        return carillon_timer_chip_read_whole_now(chip);
    chip->now += low - before;
    return CARILLON_OK;
}

/* The FIFO has been seen empty: no event waits that could be taken for one of a later start. */
static inline void carillon_timer_chip_saw_empty(struct carillon_timer_chip *chip)
{
    chip->times_empty++;
    chip->handled = 0;
}

/* Gives the chip what the timer's entry says. One write, of a deadline or a period two. A failure leaves open whether
 * the chip has it. */
static inline bool carillon_timer_chip_command(struct carillon_timer_chip *chip, struct carillon_chip_timer *timer)
{
    uint32_t offset = CARILLON_TIMER_WINDOW_OFFSET(timer - chip->timers), mode = 0, word = timer->interval;
    bool works = true;
    if (timer->mode == CARILLON_CHIP_STOPPED)
        word = 0;
    if (timer->mode == CARILLON_CHIP_PERIODIC)
        mode = CARILLON_TIMER_START_MODE_PERIODIC_MASK;
    if (timer->mode == CARILLON_CHIP_DEADLINE) {
        /* The chip can tell a deadline as passed for 2^31 - 1 ticks only. */
        mode = timer->due > chip->now ? CARILLON_TIMER_START_MODE_ABSOLUTE_MASK : 0;
        word = timer->due > chip->now ? (uint32_t)timer->due : 1;
    }
    timer->generation = (uint8_t)((timer->generation + 1) & 0x7F);
    if (timer->times_empty != chip->times_empty)
        timer->commands = 0;
    timer->times_empty = chip->times_empty;
    if (timer->commands < UINT8_MAX)
        timer->commands++;
    if (mode != 0 || chip->is_mode_left) {
        chip->is_mode_left = true;
        works = carillon_timer_chip_put(chip, CARILLON_TIMER_START_MODE_OFFSET, mode);
    }
    works = works && carillon_timer_chip_put(chip, offset, word);
    if (works)
        chip->is_mode_left = false;
    else
        chip->is_unsure = true;
    /* An audit that has passed this timer before has not seen this command. */
    if (chip->audited > (uint32_t)(timer - chip->timers))
        chip->audited = (uint32_t)(timer - chip->timers);
    return works;
}

/* Brings chip and entry of one timer into agreement. */
static inline enum carillon_result carillon_timer_chip_mend(struct carillon_timer_chip *chip,
                                                            struct carillon_chip_timer *timer)
{
    uint32_t offset = CARILLON_TIMER_WINDOW_OFFSET(timer - chip->timers), status, word, errors;
    for (int attempt = 0; attempt < CARILLON_CHIP_ATTEMPTS; attempt++) {
        /* The memory may fail already, or do so from here on, which shows in ERROR. */
        if (!carillon_timer_chip_take_errors(chip, &errors)
            || !carillon_timer_chip_get_status(chip, &status)
            || !carillon_timer_chip_get(chip, offset, &word) || !carillon_timer_chip_take_errors(chip, &errors))
            return CARILLON_BUS_FAILURE;
        /* What is refused reads 0, and so does a timer that was never started. */
        if (word == 0
            && ((status & CARILLON_TIMER_STATUS_MEMORY_FAILING_MASK) || (errors & CARILLON_TIMER_ERROR_MEMORY_MASK)))
            continue;
        if (CARILLON_TIMER_GET(TIMER_WORD_GENERATION, word) == timer->generation
            && (timer->mode != CARILLON_CHIP_STOPPED || !(word & CARILLON_TIMER_TIMER_WORD_RUNS_MASK)))
            return CARILLON_OK;
        timer->generation = (uint8_t)CARILLON_TIMER_GET(TIMER_WORD_GENERATION, word);
        if (!carillon_timer_chip_command(chip, timer))
            return CARILLON_BUS_FAILURE;
    }
    return CARILLON_REFUSED;
}

/* Reads every timer's word and gives each command again that the chip has not taken. One that fails goes on where it
 * was, at the next call. */
static inline enum carillon_result carillon_timer_chip_audit(struct carillon_timer_chip *chip)
{
    /* With an old now, deadlines that have passed would not be given as such. */
    enum carillon_result result = carillon_timer_chip_read_whole_now(chip);
    while (result == CARILLON_OK && chip->audited < chip->count) {
        result = carillon_timer_chip_mend(chip, &chip->timers[chip->audited]);
        if (result == CARILLON_OK)
            chip->audited++;
    }
    chip->is_unsure = result != CARILLON_OK;
    if (!chip->is_unsure)
        chip->audited = 0;
    return result;
}

#endif
