/* A random host over carillon_timer_chip.h. It tells what it starts and stops and what expires. */

#include "c_host.h"
#include "carillon_timer_chip.h"

enum { TIMERS = 60, WHEEL_BITS = 8, BASE = 0x1000, ROUNDS = 2500, LONGEST = 3000 };

static struct carillon_timer_chip chip;
static struct carillon_chip_timer all[TIMERS];

static void stopped(uint32_t number)
{
    printf("stopped %lx\n", (unsigned long)number);
}

/* Starts a timer with an interval, with a deadline that may have passed, or, if the chip can, again and again. */
static void start(uint32_t number)
{
    uint32_t interval = 1 + (below(4) ? below(60) : below(LONGEST));
    uint64_t due = chip.now + below(100);
    enum carillon_result result;
    uint32_t way = below(chip.is_periodic ? 3 : 2);
    bool ran = all[number].mode != CARILLON_CHIP_STOPPED;
    if (way == 0)
        result = carillon_timer_chip_start(&chip, number, interval);
    else if (way == 1)
        result = carillon_timer_chip_start_at(&chip, number, due);
    else
        result = carillon_timer_chip_start_periodic(&chip, number, interval + 50);
    if (result == CARILLON_OK)
        printf("started %lx %lx %llx\n", (unsigned long)number, (unsigned long)way,
               way == 1 ? (unsigned long long)due : way == 0 ? interval : interval + 50ull);
    else if (ran && all[number].mode == CARILLON_CHIP_STOPPED)
        stopped(number);
    printf("result %lx\n", (unsigned long)result);
}

static void stop(uint32_t number)
{
    carillon_timer_chip_stop(&chip, number);
    stopped(number);
}

static void expired(struct carillon_chip_timer *timer, void *user)
{
    uint32_t number = *(uint32_t *)user;
    if (&all[number] != timer)
        exit(2);
    printf("expired %lx %llx\n", (unsigned long)number, (unsigned long long)timer->due);
    if (below(8) == 0)
        start(number);
    else if (below(16) == 0)
        stop(below(TIMERS));
}

/* Serves the chip if it interrupts, or if the last service or command failed. */
static void serve_after(uint32_t clocks)
{
    static bool again;
    if (pass(clocks) || again || chip.is_unsure) {
        enum carillon_result result = carillon_timer_chip_service(&chip);
        printf("result %lx\n", (unsigned long)result);
        again = result != CARILLON_OK;
    }
}

static void look(uint32_t number)
{
    uint32_t left;
    if (carillon_timer_chip_look(&chip, number, &left) == CARILLON_OK)
        printf("left %lx %lx\n", (unsigned long)number, (unsigned long)left);
}

static bool some_run(void)
{
    for (int n = 0; n < TIMERS; n++)
        if (all[n].mode != CARILLON_CHIP_STOPPED)
            return true;
    return false;
}

int main(void)
{
    static uint32_t numbers[TIMERS];
    if (carillon_timer_chip_open(&chip, test_bus, 20, WHEEL_BITS + 3, BASE, all, TIMERS) != CARILLON_TOO_FEW_SLOTS
        || carillon_timer_chip_open(&chip, test_bus, 20, WHEEL_BITS, BASE + 2, all, TIMERS) != CARILLON_WRONG_SETTINGS
        || carillon_timer_chip_open(&chip, test_bus, 20, WHEEL_BITS, BASE, all, TIMERS) != CARILLON_OK)
        return 3;
    printf("open\n");
    for (uint32_t n = 0; n < TIMERS; n++) {
        numbers[n] = n;
        all[n].expired = expired;
        all[n].user = &numbers[n];
    }
    if (carillon_timer_chip_start(&chip, TIMERS, 5) != CARILLON_WRONG_SETTINGS
        || carillon_timer_chip_start(&chip, 0, UINT32_C(1) << 23) != CARILLON_TOO_LONG
        || (!chip.is_periodic && carillon_timer_chip_start_periodic(&chip, 0, 5) != CARILLON_NOT_PERIODIC))
        return 4;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t number = below(TIMERS);
        switch (below(6)) {
        case 0:
            stop(number);
            break;
        case 1:
            look(number);
            break;
        case 2:
            serve_after(below(3000));
            break;
        case 3:
            /* Not served: events wait. */
            (void)pass(below(100));
            break;
        default:
            start(number);
        }
    }
    for (uint32_t n = 0; n < TIMERS; n++)
        if (all[n].mode == CARILLON_CHIP_PERIODIC)
            stop(n);
    for (int round = 0; some_run(); round++) {
        if (round == 100000)
            return 5;
        serve_after(10000);
    }
    /* What is left of the last stops. */
    for (int round = 0; round < 50; round++)
        serve_after(10000);
    printf("errors %lx\n", (unsigned long)chip.errors);
    return 0;
}
