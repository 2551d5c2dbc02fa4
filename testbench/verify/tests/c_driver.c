/* A random host over carillon_timers.h. It tells what it starts and stops and what expires. */

#include "c_host.h"
#include "carillon_timers.h"

enum { SLOTS = 1000, TIMERS = 100, ROUNDS = 3000, LONGEST = 5000 };

static struct carillon_timers timers;
static struct carillon_timer *queues[SLOTS];
static struct carillon_timer all[TIMERS];

static void start(struct carillon_timer *timer)
{
    uint32_t interval = 1 + (below(4) ? below(40) : below(LONGEST));
    if (carillon_timers_start(&timers, timer, interval) == CARILLON_OK)
        printf("started %lx %llx\n", (unsigned long)(timer - all), (unsigned long long)timer->due);
    else
        printf("stopped %lx\n", (unsigned long)(timer - all));
}

static void expired(struct carillon_timer *timer, void *user)
{
    struct carillon_timer **place = (struct carillon_timer **)user;
    if (*place != timer)
        exit(2);
    printf("expired %lx %llx\n", (unsigned long)(timer - all), (unsigned long long)timer->due);
    if (below(8) == 0)
        start(timer);
}

/* What fails is still to be served, and interrupts again. */
static void serve_after(uint32_t clocks)
{
    if (pass(clocks))
        (void)carillon_timers_service(&timers);
}

static uint64_t now(void)
{
    while (carillon_timers_read_now(&timers) != CARILLON_OK) {
    }
    return timers.now;
}

int main(void)
{
    static struct carillon_timer *too_many[1 << 11];
    static struct carillon_timer *places[TIMERS];
    if (carillon_timers_open(&timers, test_bus, 4, too_many, 1 << 11) != CARILLON_TOO_FEW_SLOTS
        || carillon_timers_open(&timers, test_bus, 4, queues, SLOTS) != CARILLON_OK)
        return 3;
    printf("open\n");
    for (int n = 0; n < TIMERS; n++) {
        all[n].expired = expired;
        all[n].user = &places[n];
        places[n] = &all[n];
    }
    for (int round = 0; round < ROUNDS; round++) {
        struct carillon_timer *timer = &all[below(TIMERS)];
        if (below(3)) {
            start(timer);
        } else {
            carillon_timers_stop(&timers, timer);
            printf("stopped %lx\n", (unsigned long)(timer - all));
        }
        if (below(2))
            serve_after(below(200));
    }
    for (uint64_t end = now() + 100 * LONGEST; now() < end;)
        serve_after(100000);
    return 0;
}
