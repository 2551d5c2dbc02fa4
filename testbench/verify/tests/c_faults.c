/* carillon_timers.h on a chip and a bus with faults: what the argument names. */

#include "c_faults.h"
#include "carillon_timers.h"

enum { SLOTS = 64, DEPTH = 4, FIFO_BITS = 2 };

struct event {
    uint32_t slot, late;
    uint64_t tick;
};

static struct {
    bool runs, babbles;
    uint32_t scratch, prescale, size, enabled, sticky, errors, sequence, level;
    uint64_t now, cursor;
    bool busy[SLOTS];
    struct event fifo[DEPTH];
} chip;

static void chip_reset(void)
{
    bool babbles = chip.babbles;
    memset(&chip, 0, sizeof chip);
    chip.prescale = 1;
    chip.size = SLOTS;
    chip.babbles = babbles;
}

static void raise_event(uint32_t slot, uint32_t late)
{
    struct event event = {slot, late, chip.cursor};
    chip.fifo[chip.level++] = event;
}

/* The cursor visits the slots up to now, but waits while the FIFO is full. */
static void chip_visit(void)
{
    while (chip.cursor < chip.now && chip.level < DEPTH) {
        uint64_t next = chip.cursor + 1, last = chip.cursor + chip.size;
        uint32_t slot = (uint32_t)(next % chip.size);
        while (next <= chip.now && next <= last && !chip.busy[slot]) {
            next++;
            slot = slot + 1 < chip.size ? slot + 1 : 0;
        }
        if (next > last)
            next = chip.now + 1;
        chip.cursor = next <= chip.now ? next : chip.now;
        if (next <= chip.now)
            raise_event((uint32_t)(next % chip.size), 0);
    }
}

static void chip_pass(uint64_t ticks)
{
    uint64_t before = chip.now;
    if (!chip.runs)
        return;
    chip.now += ticks;
    if (before >> 31 != chip.now >> 31)
        chip.sticky |= CARILLON_INTR_STATE_HALF_PERIOD_MASK;
    chip_visit();
}

static uint32_t head(void)
{
    uint32_t word = chip.sticky & chip.enabled ? CARILLON_EVENT_ATTENTION_MASK : 0;
    if (chip.level == 0)
        return word;
    return word | CARILLON_EVENT_VALID_MASK | (chip.level > 1 ? CARILLON_EVENT_MORE_MASK : 0)
           | CARILLON_PUT(EVENT_SEQUENCE, chip.sequence % 16) | CARILLON_PUT(EVENT_LATE, chip.fifo[0].late)
           | CARILLON_PUT(EVENT_SLOT, chip.fifo[0].slot);
}

static uint32_t chip_read(uint32_t offset)
{
    if (chip.babbles && chip.runs && chip.level < DEPTH)
        raise_event(0, 0);
    switch (offset) {
    case CARILLON_ID_OFFSET:
        return CARILLON_ID_VALUE;
    case CARILLON_VERSION_OFFSET:
        return CARILLON_VERSION_VALUE;
    case CARILLON_PARAMS_OFFSET:
        return CARILLON_PUT(PARAMS_WHEELS, 1) | CARILLON_PUT(PARAMS_SLOT_BITS, 6)
               | CARILLON_PUT(PARAMS_FIFO_BITS, FIFO_BITS);
    case CARILLON_SCRATCH_OFFSET:
        return chip.scratch;
    case CARILLON_STATUS_OFFSET:
        return CARILLON_STATUS_READY_MASK | (chip.runs ? CARILLON_STATUS_RUNNING_MASK : 0);
    case CARILLON_PRESCALE_OFFSET:
        return chip.prescale;
    case CARILLON_NOW_LO_OFFSET:
        return (uint32_t)chip.now;
    case CARILLON_NOW_HI_OFFSET:
        return (uint32_t)(chip.now >> 32);
    case CARILLON_CURSOR_LO_OFFSET:
        return (uint32_t)chip.cursor;
    case CARILLON_CURSOR_HI_OFFSET:
        return (uint32_t)(chip.cursor >> 32);
    case CARILLON_EVENT_OFFSET:
        return head();
    case CARILLON_EVENT_TICK_OFFSET:
        return chip.level ? (uint32_t)chip.fifo[0].tick : 0;
    case CARILLON_INTR_STATE_OFFSET:
        return chip.sticky | (chip.level ? CARILLON_INTR_STATE_EVENT_MASK : 0)
               | (chip.errors ? CARILLON_INTR_STATE_ERROR_MASK : 0);
    case CARILLON_INTR_ENABLE_OFFSET:
        return chip.enabled;
    case CARILLON_ERROR_OFFSET:
        return chip.errors;
    case CARILLON_WHEEL_SIZE_OFFSET(0):
        return chip.size;
    default:
        return 0;
    }
}

static void arm(uint32_t word)
{
    uint32_t slot = CARILLON_GET(ARM_SLOT, word), passed, behind;
    if (!chip.runs || slot >= chip.size) {
        chip.errors |= chip.runs ? CARILLON_ERROR_ARM_RANGE_MASK : CARILLON_ERROR_NOT_READY_MASK;
        return;
    }
    chip.busy[slot] = true;
    /* The slot's last visit, and how many laps before that the one meant is, modulo 256. */
    passed = (uint32_t)((chip.cursor + chip.size - slot) / chip.size - 1);
    behind = (passed - CARILLON_GET(ARM_LAP, word)) & 0xFF;
    if (behind >= 128)
        return;
    /* The late event before this one may still wait for its turn. */
    if (chip.level < DEPTH / 2)
        raise_event(slot, 1);
    else
        chip.sticky |= CARILLON_INTR_STATE_LATE_OVERFLOW_MASK;
}

static void acknowledge(uint32_t word)
{
    if (chip.level == 0 || CARILLON_GET(EVENT_ACK_SEQUENCE, word) != chip.sequence % 16) {
        chip.errors |= chip.level ? CARILLON_ERROR_ACK_STALE_MASK : CARILLON_ERROR_ACK_EMPTY_MASK;
        return;
    }
    if (word & CARILLON_EVENT_ACK_DISARM_MASK)
        chip.busy[chip.fifo[0].slot] = false;
    chip.sequence++;
    chip.level--;
    memmove(chip.fifo, chip.fifo + 1, chip.level * sizeof chip.fifo[0]);
    chip_visit();
}

static void chip_write(uint32_t offset, uint32_t word)
{
    switch (offset) {
    case CARILLON_SCRATCH_OFFSET:
        chip.scratch = word;
        break;
    case CARILLON_CTRL_OFFSET:
        if (word & CARILLON_CTRL_RESET_MASK)
            chip_reset();
        else if (!chip.runs) {
            chip.runs = true;
            born = real;
        }
        break;
    case CARILLON_PRESCALE_OFFSET:
        chip.prescale = word;
        break;
    case CARILLON_ARM_OFFSET:
        arm(word);
        break;
    case CARILLON_DISARM_OFFSET:
        if (CARILLON_GET(DISARM_SLOT, word) < chip.size)
            chip.busy[CARILLON_GET(DISARM_SLOT, word)] = false;
        break;
    case CARILLON_EVENT_ACK_OFFSET:
        acknowledge(word);
        break;
    case CARILLON_INTR_STATE_OFFSET:
        chip.sticky &= ~word;
        break;
    case CARILLON_INTR_ENABLE_OFFSET:
        chip.enabled = word;
        break;
    case CARILLON_ERROR_OFFSET:
        chip.errors &= ~word;
        break;
    case CARILLON_WHEEL_SIZE_OFFSET(0):
        chip.size = word;
        break;
    default:
        break;
    }
}

/* This chip refuses no command. */
static bool chip_refuses(uint32_t offset, bool is_write)
{
    (void)offset;
    (void)is_write;
    return false;
}

/* The host. */

enum { WHEEL = 50 };
static struct carillon_timers timers;
static struct carillon_timer *queues[WHEEL];
static struct carillon_timer all[TIMERS];
static bool again;

static void recover(enum carillon_result why);

/* Starts until it works; the chip may have to be opened again. */
static void start(int number, uint64_t interval)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        uint64_t before = real;
        enum carillon_result result;
        outstanding[number] = false;
        result = carillon_timers_start(&timers, &all[number], interval);
        if (result == CARILLON_OK) {
            outstanding[number] = true;
            intervals[number] = interval;
            earliest[number] = before + interval;
            return;
        }
        recover(result);
    }
    EXPECT(!"it starts");
}

static void stop(int number)
{
    carillon_timers_stop(&timers, &all[number]);
    outstanding[number] = false;
}

static void expired(struct carillon_timer *timer, void *user)
{
    int number = (int)(timer - all);
    (void)user;
    EXPECT(timer->link == NULL);
    saw_expiry(number, timer->due);
    if (again && number == 6) {
        again = false;
        if (carillon_timers_start(&timers, timer, 5) == CARILLON_OK) {
            outstanding[number] = true;
            intervals[number] = 5;
            earliest[number] = timer->due + born;
        }
    }
}

static void open(void)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        memset(all, 0, sizeof all);
        for (int n = 0; n < TIMERS; n++)
            all[n].expired = expired;
        if (carillon_timers_open(&timers, faulty_bus, 1, queues, WHEEL) == CARILLON_OK)
            return;
    }
    EXPECT(!"it opens");
}

/* After a reset everything is started again. */
static void recover(enum carillon_result why)
{
    EXPECT(why == CARILLON_BUS_FAILURE || why == CARILLON_WAS_RESET);
    if (why != CARILLON_WAS_RESET)
        return;
    was_reset = true;
    open();
    for (int n = 0; n < TIMERS; n++)
        if (outstanding[n])
            start(n, intervals[n]);
}

static void serve(void)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        enum carillon_result result = carillon_timers_service(&timers);
        if (result == CARILLON_OK)
            return;
        recover(result);
    }
    EXPECT(!"it serves");
}

/* A start in which the chip, not the host, comes to this tick. */
static void skip_to(uint64_t tick)
{
    if (chip.runs && chip.now < tick && chip.level == 0) {
        for (int slot = 0; slot < SLOTS; slot++)
            if (chip.busy[slot])
                return;
        pass(tick - chip.now);
    }
}

static void script(void)
{
    long opened, before;
    chip_reset();
    again = true;
    open();
    opened = accesses;
    start(0, 3);
    start(1, 3 + 2 * WHEEL);
    start(2, 10);
    serve();
    start(3, 1);
    stop(2);
    start(4, 7);
    start(4, 25);
    pass(8);
    serve();
    for (int n = 5; n < TIMERS; n++)
        start(n, (uint64_t)n - 4);
    pass(12);
    for (int n = 0; n < 12; n++) {
        serve();
        pass(4);
    }
    /* Late events, for some of which there is no room; the service looks for their timers itself. */
    before = accesses;
    for (int n = 2; n < 6; n++)
        start(n, 1);
    for (int n = 0; n < 2; n++)
        serve();
    if (!is_reset_from(0) && (faults[0].kind == NONE || faults[0].at >= before))
        for (int n = 2; n < 6; n++)
            EXPECT(!outstanding[n]);
    for (int n = 2; n < 5; n++) {
        skip_to(((uint64_t)n << 30) - 8);
        serve();
        start(0, 20);
        start(1, 2);
        start(2, 2 + 4 * WHEEL);
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
        /* What is left of 64 bits, and one tick more. */
        ready();
        pass(1000);
        EXPECT(carillon_timers_start(&timers, &all[0], UINT64_MAX) == CARILLON_TOO_LONG);
        EXPECT(all[0].link == NULL);
        EXPECT(carillon_timers_start(&timers, &all[0], UINT64_MAX - timers.now) == CARILLON_TOO_LONG);
        EXPECT(carillon_timers_start(&timers, &all[0], UINT64_MAX - timers.now - 1) == CARILLON_OK);
        EXPECT(all[0].due == UINT64_MAX);
        pass(100);
        EXPECT(carillon_timers_service(&timers) == CARILLON_OK);
        EXPECT(all[0].link != NULL);
    } else if (!strcmp(what, "bound")) {
        /* A chip that raises events faster than they are served. */
        ready();
        chip.babbles = true;
        accesses = 0;
        EXPECT(carillon_timers_service(&timers) == CARILLON_OK);
        EXPECT(accesses <= 4 * DEPTH);
    } else if (!strcmp(what, "gone")) {
        /* Every timer outstanding, and the device is gone for good. */
        ready();
        for (int n = 0; n < TIMERS; n++)
            start(n, 1000);
        faults[0].kind = GONE;
        for (int n = 0; n < 100; n++) {
            faults[0].at = accesses;
            EXPECT(carillon_timers_service(&timers) == CARILLON_BUS_FAILURE);
            faults[0].at = accesses;
            EXPECT(carillon_timers_read_now(&timers) == CARILLON_BUS_FAILURE);
        }
        EXPECT(expiries == 0);
    } else if (!strcmp(what, "reset between")) {
        /* Between the reads of an event and of its tick, a timer of the same slot is not taken for due. */
        ready();
        pass(1000000);
        EXPECT(carillon_timers_read_now(&timers) == CARILLON_OK);
        start(0, 5);
        start(1, 5 + 100 * WHEEL);
        pass(10);
        faults[0].kind = RESET;
        faults[0].at = accesses + 1;
        EXPECT(carillon_timers_service(&timers) == CARILLON_WAS_RESET);
        EXPECT(expiries == 0);
    } else if (!strcmp(what, "reset before")) {
        /* Said by each operation that reads, also where now is small. */
        for (uint64_t tick = 0; tick < UINT64_C(5000000000); tick = 3 * tick + 1)
            for (int n = 0; n < 3; n++) {
                ready();
                pass(tick);
                EXPECT(carillon_timers_read_now(&timers) == CARILLON_OK);
                chip_reset();
                EXPECT((n == 0   ? carillon_timers_start(&timers, &all[0], 5)
                        : n == 1 ? carillon_timers_read_now(&timers)
                                 : carillon_timers_service(&timers))
                       == CARILLON_WAS_RESET);
            }
    } else {
        return 2;
    }
    printf("%ld accesses in the last run\n", accesses);
    return 0;
}
