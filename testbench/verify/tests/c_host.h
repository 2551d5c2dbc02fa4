/* What the random hosts in C have in common. Their bus is the test at the other end of standard input and output: it
 * asks for each transfer, and some fail. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "carillon_bus.h"

static uint32_t state = 1;

/* A random number below `limit`. */
static uint32_t below(uint32_t limit)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % limit;
}

static uint32_t answer(void)
{
    unsigned long word;
    if (fflush(stdout) != 0 || scanf("%lx", &word) != 1)
        exit(1);
    return (uint32_t)word;
}

static bool bus_read(void *context, uint32_t offset, uint32_t *word)
{
    printf("read %lx\n", (unsigned long)offset);
    *word = answer();
    return context == &state && answer() != 0;
}

static bool bus_write(void *context, uint32_t offset, uint32_t word)
{
    printf("write %lx %lx\n", (unsigned long)offset, (unsigned long)word);
    return context == &state && answer() != 0;
}

static const struct carillon_bus test_bus = {bus_read, bus_write, &state};

/* Lets so many clocks pass, or until the chip interrupts; says whether it does. */
static bool pass(uint32_t clocks)
{
    printf("pass %lx\n", (unsigned long)clocks);
    return answer() != 0;
}
