/* A random host over carillon_timers.h. Its bus is the test at the other end of standard input and output: it asks for
 * each transfer and tells what it starts and stops and what expires. */

#include <stdio.h>
#include <stdlib.h>

#include "carillon_timers.h"

enum { SLOTS = 1000, TIMERS = 100, ROUNDS = 3000, LONGEST = 5000 };

static struct carillon_timers timers;
static struct carillon_timer *queues[SLOTS];
static struct carillon_timer all[TIMERS];
static uint32_t state = 1;

static uint32_t answer(void)
{
    unsigned long word;
    if (fflush(stdout) != 0 || scanf("%lx", &word) != 1)
        exit(1);
    return (uint32_t)word;
}

static uint32_t bus_read(void *context, uint32_t offset)
{
    (void)context;
    printf("read %lx\n", (unsigned long)offset);
    return answer();
}

static void bus_write(void *context, uint32_t offset, uint32_t word)
{
    (void)context;
    printf("write %lx %lx\n", (unsigned long)offset, (unsigned long)word);
}

static uint32_t below(uint32_t limit)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % limit;
}

static void start(struct carillon_timer *timer)
{
    carillon_timers_start(&timers, timer, 1 + (below(4) ? below(40) : below(LONGEST)));
    printf("started %lx %llx\n", (unsigned long)(timer - all), (unsigned long long)timer->due);
}

static void expired(struct carillon_timer *timer)
{
    printf("expired %lx %llx\n", (unsigned long)(timer - all), (unsigned long long)timer->due);
    if (below(8) == 0)
        start(timer);
}

/* Lets so many clocks pass, or until the chip interrupts; then serves it. */
static void pass(uint32_t clocks)
{
    printf("pass %lx\n", (unsigned long)clocks);
    if (answer())
        carillon_timers_service(&timers);
}

int main(void)
{
    struct carillon_bus bus = {bus_read, bus_write, NULL};
    static struct carillon_timer *too_many[1 << 11];
    if (carillon_timers_open(&timers, bus, 4, too_many, 1 << 11) ||
        !carillon_timers_open(&timers, bus, 4, queues, SLOTS))
        return 1;
    for (int n = 0; n < TIMERS; n++)
        all[n].expired = expired;
    for (int round = 0; round < ROUNDS; round++) {
        struct carillon_timer *timer = &all[below(TIMERS)];
        if (below(3)) {
            start(timer);
        } else {
            carillon_timers_stop(&timers, timer);
            printf("stopped %lx\n", (unsigned long)(timer - all));
        }
        if (below(2))
            pass(below(200));
    }
    for (uint64_t end = carillon_timers_now(&timers) + 100 * LONGEST; carillon_timers_now(&timers) < end;)
        pass(100000);
    return 0;
}
