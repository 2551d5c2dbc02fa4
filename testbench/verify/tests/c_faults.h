/* One or two faults of a bus, before a chip in C that passes a tick an access, and the oracle of its timers. The chip
 * is the including file's. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carillon_bus.h"

#define EXPECT(what) \
    do { \
        if (!(what)) { \
            printf("line %d: %s; faults %d at %ld, %d at %ld; access %ld\n", __LINE__, #what, (int)faults[0].kind, \
                   faults[0].at, (int)faults[1].kind, faults[1].at, accesses); \
            exit(1); \
        } \
    } while (0)

enum kind {
    NONE,
    LOST,        /* the access does not arrive, and fails */
    ANSWER_LOST, /* it arrives, and fails all the same */
    RESET,       /* the chip is reset just before */
    GONE,        /* the device is gone from here on: reads are all ones; it comes back, and was reset */
    ONES,        /* this access and the next two read all ones */
    TWICE,       /* a write arrives twice */
    REFUSED,     /* the chip refuses it, if it is a command, and sets a bit of ERROR */
    KINDS
};

enum { ABSENT = 25, MOST_ACCESSES = 100000 };

static struct {
    enum kind kind;
    long at;
} faults[2];
static long accesses;
static uint64_t real; /* ticks, which no reset sets back */
static uint64_t born; /* the tick of those at which the chip was started last */

/* The chip. */
static void chip_reset(void);
static void chip_pass(uint64_t ticks);
static uint32_t chip_read(uint32_t offset);
static void chip_write(uint32_t offset, uint32_t word);
static bool chip_refuses(uint32_t offset, bool is_write);

/* Its host: opens the driver, and serves an interrupt. */
static void open(void);
static void serve(void);

static void pass(uint64_t ticks)
{
    real += ticks;
    chip_pass(ticks);
}

/* What happens to the next access. */
static enum kind next_access(void)
{
    enum kind found = NONE;
    for (int n = 0; n < 2; n++) {
        long since = accesses - faults[n].at;
        if ((faults[n].kind == RESET && since == 0) || (faults[n].kind == GONE && since == ABSENT))
            chip_reset();
        if (faults[n].kind == GONE && since >= 0 && since < ABSENT)
            found = GONE;
        else if (faults[n].kind == ONES && since >= 0 && since < 3 && found == NONE)
            found = ONES;
        else if (since == 0 && faults[n].kind != NONE && found != GONE && found != ONES)
            found = faults[n].kind;
    }
    accesses++;
    EXPECT(accesses < MOST_ACCESSES);
    pass(1);
    return found;
}

static bool faulty_read(void *context, uint32_t offset, uint32_t *word)
{
    enum kind kind = next_access();
    (void)context;
    *word = kind == GONE || kind == LOST || (kind == REFUSED && chip_refuses(offset, false)) ? 0 : chip_read(offset);
    if (kind == GONE || kind == ONES)
        *word = UINT32_MAX;
    if (kind == LOST || kind == ANSWER_LOST)
        *word = UINT32_C(0x5A5A5A5A);
    return kind != LOST && kind != ANSWER_LOST;
}

static bool faulty_write(void *context, uint32_t offset, uint32_t word)
{
    enum kind kind = next_access();
    (void)context;
    if (kind != GONE && kind != LOST && !(kind == REFUSED && chip_refuses(offset, true)))
        chip_write(offset, word);
    if (kind == TWICE)
        chip_write(offset, word);
    return kind != LOST && kind != ANSWER_LOST;
}

static const struct carillon_bus faulty_bus = {faulty_read, faulty_write, NULL};

/* The oracle: from when on a timer may expire, and whether it is to. */
enum { TIMERS = 16 };
static uint64_t earliest[TIMERS], intervals[TIMERS];
static bool outstanding[TIMERS];
static bool was_reset;
static long expiries;

static void saw_expiry(int number, uint64_t due)
{
    EXPECT(outstanding[number]); /* not twice, and not stopped */
    EXPECT(real >= earliest[number]);
    EXPECT(due <= real - born && due >= earliest[number] - born);
    outstanding[number] = false;
    expiries++;
}

static void forget_all(void)
{
    memset(outstanding, 0, sizeof outstanding);
    accesses = 0;
    real = 0;
    born = 0;
    expiries = 0;
    was_reset = false;
}

static bool any_outstanding(void)
{
    for (int n = 0; n < TIMERS; n++)
        if (outstanding[n])
            return true;
    return false;
}

/* Whether the chip was reset between its opening, which undoes a reset, and now. */
static bool is_reset_from(long opened)
{
    for (int n = 0; n < 2; n++)
        if ((faults[n].kind == RESET || faults[n].kind == GONE) && faults[n].at >= opened && faults[n].at < accesses)
            return true;
    return false;
}

/* A chip and a driver that are as new, and no fault. */
static void ready(void)
{
    memset(faults, 0, sizeof faults);
    forget_all();
    chip_reset();
    open();
}

/* The end of a script whose driver was opened at that access: every timer comes, and a reset since has been said. */
static void serve_to_the_end(long opened)
{
    for (int n = 0; any_outstanding(); n++) {
        EXPECT(n < 200); /* lost */
        pass(2);
        serve();
    }
    /* At the latest by a service without an event. */
    for (int n = 0; n < ABSENT + 2; n++)
        serve();
    EXPECT(was_reset == is_reset_from(opened));
}

/* Plays the script with every fault before each of its accesses, and with every two that are near each other. */
static void play_all(void (*script)(void))
{
    long all;
    memset(faults, 0, sizeof faults);
    forget_all();
    script();
    EXPECT(!was_reset);
    all = accesses;
    EXPECT(all > 150 && expiries > 15);
    for (long at = 0; at < all; at++)
        for (int kind = LOST; kind < KINDS; kind++)
            for (long later = at; later < at + 24; later++)
                for (int second = later == at ? NONE : LOST; second < (later == at ? LOST : KINDS); second++) {
                    /* Ones twice would be two reads that agree; and a command that is lost after one that has arrived
                     * twice leaves the timer chip's generation as if both had arrived once. */
                    if ((kind == ONES && (second == ONES || second == GONE))
                        || (second != NONE && (kind == TWICE || second == TWICE)))
                        continue;
                    faults[0].kind = (enum kind)kind;
                    faults[0].at = at;
                    faults[1].kind = (enum kind)second;
                    faults[1].at = later;
                    forget_all();
                    script();
                }
}
