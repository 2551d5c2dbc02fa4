/* What carillon_timers.h and carillon_timer_chip.h have in common: the bus, and the reasons of a failure. For C99 and
 * later, and C++11 and later. carillon.h (regmap/generated) must be in the include path. */

#ifndef CARILLON_BUS_H
#define CARILLON_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carillon.h"

/* What a function returns. */
enum carillon_result {
    CARILLON_OK = 0,
    CARILLON_BUS_FAILURE,     /* a transfer failed: the bus's `read` or `write` returned false, or the word read is none
                               * that a chip answers, such as the ones that a bus reads whose device is gone */
    CARILLON_BUS_GARBLED,     /* SCRATCH reads another word than was written: stuck bits, or another byte order */
    CARILLON_WRONG_ID,        /* no chip of this kind at this address */
    CARILLON_WRONG_VERSION,   /* the chip's register map has another major version */
    CARILLON_WRONG_SETTINGS,  /* an argument is out of its range */
    CARILLON_TOO_FEW_SLOTS,   /* the chip has fewer slots than are asked for */
    CARILLON_TOO_MANY_TIMERS, /* the chip has no room for so many timers */
    CARILLON_NOT_PERIODIC,    /* the chip was built without periodic timers */
    CARILLON_NOT_READY,       /* the chip has not become ready in the time that it takes at most */
    CARILLON_REFUSED,         /* the chip has set a bit of ERROR */
    CARILLON_TOO_LONG,        /* the interval is longer than the chip's longest, or the deadline further ahead */
    CARILLON_SERVE_FIRST,     /* an event waits that could be taken for one of this start: call the service first */
    CARILLON_WAS_RESET        /* the chip was reset: open it again */
};

/* How the registers are reached. Offsets are in bytes; accesses reach the chip in order. Both return whether the
 * transfer has succeeded; after one that has not, the chip may have it or not. */
struct carillon_bus {
    bool (*read)(void *context, uint32_t offset, uint32_t *word);
    bool (*write)(void *context, uint32_t offset, uint32_t word);
    void *context;
};

static inline bool carillon_bus_read(const struct carillon_bus *bus, uint32_t offset, uint32_t *word)
{
    *word = 0;
    return bus->read(bus->context, offset, word);
}

/* Reads a register of which `defined` are the bits that are not reserved. False also if another one is set. */
static inline bool carillon_bus_read_fields(const struct carillon_bus *bus, uint32_t offset, uint32_t defined,
                                            uint32_t *word)
{
    return carillon_bus_read(bus, offset, word) && (*word & ~defined) == 0;
}

static inline bool carillon_bus_write(const struct carillon_bus *bus, uint32_t offset, uint32_t word)
{
    return bus->write(bus->context, offset, word);
}

/* A time of 64 bits: high half, low half, high half, until both reads of the high half agree. Repeated eight times at
 * most: the high half of a chip that works changes every 2^32 ticks. False also for all ones: no chip comes there. */
static inline bool carillon_bus_read_64(const struct carillon_bus *bus, uint32_t low_offset, uint32_t high_offset,
                                        uint64_t *time)
{
    uint32_t high, low, again;
    if (!carillon_bus_read(bus, high_offset, &again))
        return false;
    for (int attempt = 0; attempt < 8; attempt++) {
        high = again;
        if (!carillon_bus_read(bus, low_offset, &low) || !carillon_bus_read(bus, high_offset, &again))
            return false;
        if (high == again) {
            *time = (uint64_t)high << 32 | low;
            return *time != UINT64_MAX;
        }
    }
    return false;
}

/* Whether the low half of a time that was at least `before` may be another one: a chip that was reset reads 0, one that
 * was started again less than before, and a bus whose device is gone all ones. A right one does once in 2^32 ticks. */
static inline bool carillon_bus_is_doubtful(uint32_t low, uint64_t before)
{
    return low == 0 || low == UINT32_MAX || low < (uint32_t)before;
}

/* The first time from `from` on that has this low half; false if that is beyond 64 bits. */
static inline bool carillon_bus_extend(uint64_t from, uint32_t low, uint64_t *time)
{
    *time = from + (uint32_t)(low - (uint32_t)from);
    return *time >= from;
}

/* Checks that a chip with this ID and a compatible register map answers, and that the bus carries every bit in both
 * states. Changes only SCRATCH. Both chips have these registers, at the same offsets. */
static inline enum carillon_result carillon_bus_identify(const struct carillon_bus *bus, uint32_t id)
{
    static const uint32_t patterns[2] = {UINT32_C(0x0F5AC396), UINT32_C(0xF0A53C69)};
    uint32_t word;
    if (!carillon_bus_read(bus, CARILLON_ID_OFFSET, &word))
        return CARILLON_BUS_FAILURE;
    if (word != id)
        return CARILLON_WRONG_ID;
    if (!carillon_bus_read(bus, CARILLON_VERSION_OFFSET, &word))
        return CARILLON_BUS_FAILURE;
    if (CARILLON_GET(VERSION_MAJOR, word) != CARILLON_GET(VERSION_MAJOR, CARILLON_VERSION_VALUE))
        return CARILLON_WRONG_VERSION;
    for (int n = 0; n < 2; n++) {
        if (!carillon_bus_write(bus, CARILLON_SCRATCH_OFFSET, patterns[n])
            || !carillon_bus_read(bus, CARILLON_SCRATCH_OFFSET, &word))
            return CARILLON_BUS_FAILURE;
        if (word != patterns[n])
            return CARILLON_BUS_GARBLED;
    }
    return CARILLON_OK;
}

#endif
