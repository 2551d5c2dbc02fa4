/* Why the C drivers do not open: against a chip of registers that only keep what is written. */

#include <string.h>

#include <stdio.h>

#include "carillon_timer_chip.h"
#include "carillon_timers.h"

#define EXPECT(what) \
    do { \
        if (!(what)) { \
            printf("line %d: %s\n", __LINE__, #what); \
            return 1; \
        } \
    } while (0)

/* Which chip answers, and what is wrong with it. */
struct fake {
    uint32_t id, version, params, status, error, stuck;
    uint32_t kept[64];
    int fails_after; /* so many transfers; -1: never */
};

static bool works(struct fake *fake)
{
    if (fake->fails_after == 0)
        return false;
    if (fake->fails_after > 0)
        fake->fails_after--;
    return true;
}

static bool fake_read(void *context, uint32_t offset, uint32_t *word)
{
    struct fake *fake = (struct fake *)context;
    if (offset == CARILLON_ID_OFFSET)
        *word = fake->id;
    else if (offset == CARILLON_VERSION_OFFSET)
        *word = fake->version;
    else if (offset == CARILLON_PARAMS_OFFSET)
        *word = fake->params;
    else if (offset == CARILLON_STATUS_OFFSET)
        *word = fake->status;
    else if (offset == CARILLON_ERROR_OFFSET)
        *word = fake->error;
    else if (offset == CARILLON_SCRATCH_OFFSET)
        *word = fake->kept[offset / 4] | fake->stuck;
    else if (offset / 4 < 64)
        *word = fake->kept[offset / 4];
    return works(fake);
}

static bool fake_write(void *context, uint32_t offset, uint32_t word)
{
    struct fake *fake = (struct fake *)context;
    if (offset / 4 < 64)
        fake->kept[offset / 4] = word;
    return works(fake);
}

static struct carillon_timer *queues[1024];
static struct carillon_chip_timer entries[8];

static enum carillon_result open_counter(struct fake fake, uint32_t clocks, uint32_t slots)
{
    static struct carillon_timers timers;
    struct carillon_bus bus = {fake_read, fake_write, &fake};
    return carillon_timers_open(&timers, bus, clocks, queues, slots);
}

static enum carillon_result open_timer(struct fake fake, uint32_t clocks, uint32_t wheel_bits, uint32_t count)
{
    static struct carillon_timer_chip chip;
    struct carillon_bus bus = {fake_read, fake_write, &fake};
    return carillon_timer_chip_open(&chip, bus, clocks, wheel_bits, 0, entries, count);
}

typedef enum carillon_result (*opening)(struct fake fake);

static enum carillon_result counter(struct fake fake)
{
    return open_counter(fake, 1, 1024);
}

static enum carillon_result timer(struct fake fake)
{
    return open_timer(fake, 1, 10, 8);
}

/* What both have in common. */
static int check(struct fake good, opening open, int transfers)
{
    struct fake bad = good;
    EXPECT(open(good) == CARILLON_OK);
    bad.id ^= 1;
    EXPECT(open(bad) == CARILLON_WRONG_ID);
    bad = good;
    bad.version += UINT32_C(1) << CARILLON_VERSION_MAJOR_SHIFT;
    EXPECT(open(bad) == CARILLON_WRONG_VERSION);
    bad = good;
    bad.stuck = 1;
    EXPECT(open(bad) == CARILLON_BUS_GARBLED);
    bad = good;
    bad.status &= ~(CARILLON_STATUS_READY_MASK | CARILLON_TIMER_STATUS_READY_MASK);
    EXPECT(open(bad) == CARILLON_NOT_READY);
    bad = good;
    bad.error = CARILLON_ERROR_SIZE_RANGE_MASK;
    EXPECT(open(bad) == CARILLON_REFUSED);
    bad = good;
    for (int n = 0; n < transfers; n++) {
        bad.fails_after = n;
        EXPECT(open(bad) == CARILLON_BUS_FAILURE);
    }
    bad.fails_after = transfers;
    EXPECT(open(bad) == CARILLON_OK);
    return 0;
}

int main(void)
{
    struct fake chip;
    memset(&chip, 0, sizeof chip);
    chip.id = CARILLON_ID_VALUE;
    chip.version = CARILLON_VERSION_VALUE;
    chip.params = CARILLON_PUT(PARAMS_WHEELS, 1) | CARILLON_PUT(PARAMS_SLOT_BITS, 10);
    chip.status = CARILLON_STATUS_READY_MASK | CARILLON_STATUS_RUNNING_MASK;
    chip.fails_after = -1;
    if (check(chip, counter, 21))
        return 1;
    EXPECT(open_counter(chip, 0, 1024) == CARILLON_WRONG_SETTINGS);
    EXPECT(open_counter(chip, UINT32_C(1) << 24, 1024) == CARILLON_WRONG_SETTINGS);
    EXPECT(open_counter(chip, 1, 1) == CARILLON_WRONG_SETTINGS);
    EXPECT(timer(chip) == CARILLON_WRONG_ID);
    chip.params = CARILLON_PUT(PARAMS_SLOT_BITS, 9);
    EXPECT(counter(chip) == CARILLON_TOO_FEW_SLOTS);

    chip.id = CARILLON_TIMER_ID_VALUE;
    chip.params = CARILLON_TIMER_PUT(PARAMS_WHEELS, 1) | CARILLON_TIMER_PUT(PARAMS_SLOT_BITS, 10);
    chip.status = CARILLON_TIMER_STATUS_READY_MASK | CARILLON_TIMER_STATUS_LOCKED_MASK;
    if (check(chip, timer, 21))
        return 1;
    EXPECT(open_timer(chip, 0, 10, 8) == CARILLON_WRONG_SETTINGS);
    EXPECT(open_timer(chip, 1, 3, 8) == CARILLON_WRONG_SETTINGS);
    EXPECT(open_timer(chip, 1, 10, 0) == CARILLON_WRONG_SETTINGS);
    EXPECT(open_timer(chip, 1, 11, 8) == CARILLON_TOO_FEW_SLOTS);
    EXPECT(open_timer(chip, 1, 10, 65536 - 1023) == CARILLON_TOO_MANY_TIMERS);
    chip.status = 0;
    chip.error = CARILLON_TIMER_ERROR_SIZE_RANGE_MASK;
    EXPECT(timer(chip) == CARILLON_REFUSED);
    chip.error = 0;
    chip.status = CARILLON_TIMER_STATUS_READY_MASK | CARILLON_TIMER_STATUS_LOCKED_MASK;
    chip.params |= CARILLON_TIMER_PUT(PARAMS_TIMER_BITS, 2);
    EXPECT(timer(chip) == CARILLON_TOO_MANY_TIMERS);
    chip.params = CARILLON_TIMER_PUT(PARAMS_WHEELS, 3) | CARILLON_TIMER_PUT(PARAMS_SLOT_BITS, 10);
    EXPECT(timer(chip) == CARILLON_TOO_FEW_SLOTS);
    EXPECT(open_timer(chip, 1, 7, 8) == CARILLON_WRONG_SETTINGS);
    EXPECT(open_timer(chip, 1, 8, 8) == CARILLON_OK);
    return 0;
}
