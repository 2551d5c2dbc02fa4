/* carillon_timer_chip.h on a chip and a bus with faults: what the argument names. */

#include "c_faults.h"
#include "carillon_timer_chip.h"

enum { DEPTH = 4, FIFO_BITS = 2, WINDOW = 0x400000 };

struct event {
    uint32_t number, generation;
    uint64_t tick;
};

struct record {
    bool runs;
    uint32_t generation, period;
    uint64_t due, order;
};

static struct {
    bool is_ready, runs, babbles;
    uint32_t scratch, prescale, timers, enabled, sticky, errors, sequence, level, mode;
    uint64_t now, commands;
    struct record records[TIMERS];
    struct event fifo[DEPTH];
} chip;

static void chip_reset(void)
{
    bool babbles = chip.babbles;
    memset(&chip, 0, sizeof chip);
    chip.babbles = babbles;
}

/* Raises what is due, in order, while the FIFO has room. */
static void chip_expire(void)
{
    while (chip.level < DEPTH) {
        struct record *first = NULL;
        for (uint32_t n = 0; n < chip.timers; n++) {
            struct record *record = &chip.records[n];
            if (record->runs && record->due <= chip.now
                && (!first || record->due < first->due
                    || (record->due == first->due && record->order < first->order)))
                first = record;
        }
        if (!first)
            return;
        chip.fifo[chip.level].number = (uint32_t)(first - chip.records);
        chip.fifo[chip.level].generation = first->generation;
        chip.fifo[chip.level++].tick = first->due;
        first->runs = first->period != 0;
        first->due += first->period;
    }
}

static void chip_pass(uint64_t ticks)
{
    uint64_t before = chip.now;
    if (!chip.runs)
        return;
    chip.now += ticks;
    if (before >> 31 != chip.now >> 31)
        chip.sticky |= CARILLON_TIMER_INTR_STATE_HALF_PERIOD_MASK;
    chip_expire();
}

static uint32_t look(uint32_t number)
{
    struct record *record = &chip.records[number % TIMERS];
    uint64_t left = record->runs && record->due > chip.now ? record->due - chip.now : 0;
    if (!chip.is_ready) {
        chip.errors |= CARILLON_TIMER_ERROR_NOT_READY_MASK;
        return 0;
    }
    return CARILLON_TIMER_PUT(TIMER_WORD_TICKS, left) | CARILLON_TIMER_PUT(TIMER_WORD_GENERATION, record->generation)
           | CARILLON_TIMER_PUT(TIMER_WORD_RUNS, record->runs);
}

/* The tick before which all events are in the FIFO. */
static uint64_t cursor(void)
{
    uint64_t first = chip.now + 1;
    for (uint32_t n = 0; n < chip.timers; n++)
        if (chip.records[n].runs && chip.records[n].due < first)
            first = chip.records[n].due;
    return first;
}

static uint32_t chip_read(uint32_t offset)
{
    if (chip.babbles && chip.runs && chip.level < DEPTH) {
        struct event event = {0, 0, chip.now};
        chip.fifo[chip.level++] = event;
    }
    if (offset >= WINDOW)
        return look((offset - WINDOW) / 4);
    switch (offset) {
    case CARILLON_TIMER_ID_OFFSET:
        return CARILLON_TIMER_ID_VALUE;
    case CARILLON_TIMER_VERSION_OFFSET:
        return CARILLON_TIMER_VERSION_VALUE;
    case CARILLON_TIMER_PARAMS_OFFSET:
        return CARILLON_TIMER_PUT(PARAMS_WHEELS, 1) | CARILLON_TIMER_PUT(PARAMS_SLOT_BITS, 10)
               | CARILLON_TIMER_PUT(PARAMS_FIFO_BITS, FIFO_BITS) | CARILLON_TIMER_PUT(PARAMS_PERIODIC, 1);
    case CARILLON_TIMER_SCRATCH_OFFSET:
        return chip.scratch;
    case CARILLON_TIMER_STATUS_OFFSET:
        return chip.is_ready ? CARILLON_TIMER_STATUS_READY_MASK | CARILLON_TIMER_STATUS_LOCKED_MASK : 0;
    case CARILLON_TIMER_NOW_LO_OFFSET:
        return (uint32_t)chip.now;
    case CARILLON_TIMER_NOW_HI_OFFSET:
        return (uint32_t)(chip.now >> 32);
    case CARILLON_TIMER_CURSOR_LO_OFFSET:
        return (uint32_t)cursor();
    case CARILLON_TIMER_EVENT_OFFSET:
        if (chip.level == 0)
            return 0;
        return CARILLON_TIMER_EVENT_VALID_MASK | CARILLON_TIMER_PUT(EVENT_SEQUENCE, chip.sequence % 16)
               | CARILLON_TIMER_PUT(EVENT_GENERATION, chip.fifo[0].generation)
               | CARILLON_TIMER_PUT(EVENT_TIMER, chip.fifo[0].number);
    case CARILLON_TIMER_EVENT_TICK_OFFSET:
        return chip.level ? (uint32_t)chip.fifo[0].tick : 0;
    case CARILLON_TIMER_INTR_STATE_OFFSET:
        return chip.sticky | (chip.level ? CARILLON_TIMER_INTR_STATE_EVENT_MASK : 0)
               | (chip.errors ? CARILLON_TIMER_INTR_STATE_ERROR_MASK : 0);
    case CARILLON_TIMER_ERROR_OFFSET:
        return chip.errors;
    default:
        return 0;
    }
}

static void command(uint32_t number, uint32_t word)
{
    struct record *record = &chip.records[number % TIMERS];
    uint32_t mode = chip.mode;
    bool is_absolute = (mode & CARILLON_TIMER_START_MODE_ABSOLUTE_MASK) != 0;
    int32_t ahead = (int32_t)(word - (uint32_t)chip.now);
    chip.mode = 0;
    if (!chip.is_ready || number >= chip.timers) {
        chip.errors |= chip.is_ready ? CARILLON_TIMER_ERROR_TIMER_RANGE_MASK : CARILLON_TIMER_ERROR_NOT_READY_MASK;
        return;
    }
    if (is_absolute ? ahead > 1 << 23 : word > CARILLON_TIMER_MAX_INTERVAL) {
        chip.errors |= CARILLON_TIMER_ERROR_INTERVAL_RANGE_MASK;
        return;
    }
    record->generation = (record->generation + 1) & 0x7F;
    record->order = chip.commands++;
    record->period = mode & CARILLON_TIMER_START_MODE_PERIODIC_MASK ? word : 0;
    if (is_absolute) {
        record->runs = true;
        record->due = ahead > 0 ? chip.now + (uint32_t)ahead : chip.now + 1;
    } else {
        record->runs = word != 0;
        record->due = chip.now + word;
    }
}

static void acknowledge(uint32_t word)
{
    if (chip.level == 0 || CARILLON_TIMER_GET(EVENT_ACK_SEQUENCE, word) != chip.sequence % 16) {
        chip.errors |= chip.level ? CARILLON_TIMER_ERROR_ACK_STALE_MASK : CARILLON_TIMER_ERROR_ACK_EMPTY_MASK;
        return;
    }
    chip.sequence++;
    chip.level--;
    memmove(chip.fifo, chip.fifo + 1, chip.level * sizeof chip.fifo[0]);
    chip_expire();
}

static void chip_control(uint32_t word)
{
    if (word & CARILLON_TIMER_CTRL_RESET_MASK) {
        chip_reset();
        return;
    }
    if (word & CARILLON_TIMER_CTRL_INITIALISE_MASK) {
        if (chip.timers == 0 || chip.is_ready)
            chip.errors |= chip.is_ready ? CARILLON_TIMER_ERROR_LOCKED_MASK : CARILLON_TIMER_ERROR_SIZE_RANGE_MASK;
        else
            chip.is_ready = true;
    }
    if (word & CARILLON_TIMER_CTRL_ENABLE_MASK) {
        if (!chip.runs)
            born = real;
        chip.runs = chip.is_ready;
        if (!chip.is_ready)
            chip.errors |= CARILLON_TIMER_ERROR_NOT_READY_MASK;
    }
}

static void chip_write(uint32_t offset, uint32_t word)
{
    if (offset >= WINDOW) {
        command((offset - WINDOW) / 4, word);
        return;
    }
    switch (offset) {
    case CARILLON_TIMER_SCRATCH_OFFSET:
        chip.scratch = word;
        break;
    case CARILLON_TIMER_CTRL_OFFSET:
        chip_control(word);
        break;
    case CARILLON_TIMER_TIMERS_OFFSET:
        chip.timers = word;
        break;
    case CARILLON_TIMER_EVENT_ACK_OFFSET:
        acknowledge(word);
        break;
    case CARILLON_TIMER_INTR_STATE_OFFSET:
        chip.sticky &= ~word;
        break;
    case CARILLON_TIMER_INTR_ENABLE_OFFSET:
        chip.enabled = word;
        break;
    case CARILLON_TIMER_ERROR_OFFSET:
        chip.errors &= ~word;
        break;
    case CARILLON_TIMER_START_MODE_OFFSET:
        chip.mode = word;
        break;
    default:
        break;
    }
}

/* The memory fails at a command or a look: both read 0 and do nothing but to end START_MODE. */
static bool chip_refuses(uint32_t offset, bool is_write)
{
    if (offset < WINDOW || !chip.is_ready)
        return false;
    chip.errors |= CARILLON_TIMER_ERROR_MEMORY_MASK;
    if (is_write)
        chip.mode = 0;
    return true;
}

/* The host. */

static struct carillon_timer_chip driver;
static struct carillon_chip_timer all[TIMERS];
static bool again;

static void recover(enum carillon_result why);

/* Timer 7 is periodic, and 8 to 10 have deadlines. */
static enum carillon_result start_once(int number, uint32_t interval)
{
    uint64_t before = real, now = driver.now;
    enum carillon_result result;
    outstanding[number] = false;
    if (number >= 8 && number <= 10)
        result = carillon_timer_chip_start_at(&driver, (uint32_t)number, now + interval);
    else if (number == 7)
        result = carillon_timer_chip_start_periodic(&driver, (uint32_t)number, interval);
    else
        result = carillon_timer_chip_start(&driver, (uint32_t)number, interval);
    if (result == CARILLON_OK) {
        outstanding[number] = true;
        intervals[number] = interval;
        /* Of a deadline the chip's tick counts. */
        earliest[number] = number < 8 || number > 10 ? before + interval : born + now + interval;
    }
    return result;
}

static void start(int number, uint32_t interval)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        enum carillon_result result = start_once(number, interval);
        if (result == CARILLON_OK)
            return;
        recover(result);
    }
    EXPECT(!"it starts");
}

static void stop(int number)
{
    carillon_timer_chip_stop(&driver, (uint32_t)number);
    outstanding[number] = false;
}

static void expired(struct carillon_chip_timer *timer, void *user)
{
    int number = (int)(timer - all);
    (void)user;
    saw_expiry(number, timer->due);
    if (number == 7) {
        outstanding[number] = true;
        earliest[number] += intervals[number];
    }
    if (again && number == 6) {
        again = false;
        (void)start_once(number, 5);
    }
}

static void open(void)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        for (int n = 0; n < TIMERS; n++)
            all[n].expired = expired;
        if (carillon_timer_chip_open(&driver, faulty_bus, 1, 4, 0, all, TIMERS) == CARILLON_OK)
            return;
    }
    EXPECT(!"it opens");
}

/* After a reset everything is started again. */
static void recover(enum carillon_result why)
{
    EXPECT(why == CARILLON_BUS_FAILURE || why == CARILLON_WAS_RESET || why == CARILLON_REFUSED);
    if (why != CARILLON_WAS_RESET)
        return;
    was_reset = true;
    open();
    for (int n = 0; n < TIMERS; n++)
        if (outstanding[n])
            start(n, (uint32_t)intervals[n]);
}

static void serve(void)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        enum carillon_result result = carillon_timer_chip_service(&driver);
        if (result == CARILLON_OK)
            return;
        recover(result);
    }
    EXPECT(!"it serves");
}

static void look_at(uint32_t number)
{
    uint32_t left;
    enum carillon_result result = carillon_timer_chip_look(&driver, number, &left);
    if (result == CARILLON_OK)
        EXPECT(left <= 30);
    else
        recover(result);
}

static void skip_to(uint64_t tick)
{
    if (!chip.runs || chip.now >= tick || chip.level > 0 || cursor() <= chip.now)
        return;
    for (int n = 0; n < TIMERS; n++)
        if (chip.records[n].runs)
            return;
    pass(tick - chip.now);
}

static void script(void)
{
    long opened;
    chip_reset();
    again = true;
    open();
    opened = accesses;
    start(0, 3);
    start(1, 23);
    start(2, 10);
    start(8, 12);
    serve();
    stop(2);
    look_at(1);
    start(4, 7);
    start(4, 25);
    start(7, 9);
    pass(8);
    serve();
    for (int n = 5; n < TIMERS; n++)
        if (n != 7)
            start(n, (uint32_t)n - 4);
    stop(11);
    start(11, 2);
    pass(12);
    look_at(1);
    look_at(4);
    serve();
    stop(7);
    for (int n = 0; n < 8; n++) {
        serve();
        pass(4);
    }
    for (int n = 2; n < 12; n++) {
        skip_to(((uint64_t)n << 30) - 8);
        serve();
        /* No event for longer than a half of its tick tells. */
        if (n > 4 && n < 11)
            continue;
        start(0, 20);
        start(9, 4);
        pass(15);
        serve();
        pass(15);
        serve();
        serve();
    }
    serve_to_the_end(opened);
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    if (!strcmp(what, "every fault")) {
        play_all(script);
    } else if (!strcmp(what, "end of time")) {
        ready();
        EXPECT(carillon_timer_chip_start_at(&driver, 0, UINT64_MAX) == CARILLON_TOO_LONG);
        EXPECT(carillon_timer_chip_start(&driver, 0, UINT32_MAX) == CARILLON_TOO_LONG);
        EXPECT(carillon_timer_chip_start_periodic(&driver, 0, UINT32_MAX) == CARILLON_TOO_LONG);
        EXPECT(all[0].mode == CARILLON_CHIP_STOPPED);
    } else if (!strcmp(what, "bound")) {
        /* A chip that raises events faster than they are served. */
        ready();
        chip.babbles = true;
        accesses = 0;
        EXPECT(carillon_timer_chip_service(&driver) == CARILLON_OK);
        EXPECT(accesses <= 4 * DEPTH);
    } else if (!strcmp(what, "gone")) {
        uint32_t left;
        ready();
        for (int n = 0; n < TIMERS; n++)
            start(n, 1000);
        faults[0].kind = GONE;
        for (int n = 0; n < 100; n++) {
            faults[0].at = accesses;
            EXPECT(carillon_timer_chip_service(&driver) == CARILLON_BUS_FAILURE);
            EXPECT(carillon_timer_chip_read_now(&driver) == CARILLON_BUS_FAILURE);
            faults[0].at = accesses;
            EXPECT(carillon_timer_chip_look(&driver, 1, &left) == CARILLON_BUS_FAILURE);
        }
        EXPECT(expiries == 0);
    } else if (!strcmp(what, "reset between")) {
        /* Between the reads of an event and of its tick. */
        ready();
        pass(1000000);
        EXPECT(carillon_timer_chip_read_now(&driver) == CARILLON_OK);
        start(0, 5);
        pass(10);
        faults[0].kind = RESET;
        faults[0].at = accesses + 1;
        EXPECT(carillon_timer_chip_service(&driver) == CARILLON_WAS_RESET);
        EXPECT(expiries == 0);
    } else if (!strcmp(what, "reset before")) {
        for (uint64_t tick = 0; tick < UINT64_C(5000000000); tick = 3 * tick + 1)
            for (int n = 0; n < 2; n++) {
                ready();
                pass(tick);
                EXPECT(carillon_timer_chip_read_now(&driver) == CARILLON_OK);
                chip_reset();
                EXPECT((n == 0 ? carillon_timer_chip_read_now(&driver) : carillon_timer_chip_service(&driver))
                       == CARILLON_WAS_RESET);
            }
    } else if (!strcmp(what, "refused stop")) {
        /* While an audit stands behind the timer, and then the timer is started. */
        ready();
        start(0, 50);
        faults[0].kind = LOST;
        faults[0].at = accesses;
        EXPECT(start_once(12, 5) == CARILLON_BUS_FAILURE);
        faults[0].at = accesses + 40;
        EXPECT(carillon_timer_chip_service(&driver) == CARILLON_BUS_FAILURE && driver.audited > 5);
        faults[0].kind = REFUSED;
        faults[0].at = accesses;
        stop(0);
        start(1, 500);
        start(0, 5);
        pass(5);
        serve();
        EXPECT(expiries == 1);
    } else if (!strcmp(what, "refused")) {
        /* The memory refuses a start, and the answer is lost of the write that clears ERROR. */
        for (int lost = 0; lost < 20; lost++) {
            ready();
            pass(1000);
            faults[0].kind = REFUSED;
            faults[0].at = accesses;
            start(0, 5);
            faults[1].kind = ANSWER_LOST;
            faults[1].at = accesses + lost;
            for (int n = 0; n < 10; n++) {
                serve();
                pass(5);
            }
            EXPECT(expiries == 1);
        }
    } else {
        return 2;
    }
    printf("%ld accesses in the last run\n", accesses);
    return 0;
}
