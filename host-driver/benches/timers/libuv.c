// libuv's timers in the measurements of timers.rs. The standard input has 64-bit numbers in the machine's order: the
// delays of starts, those of restarts, and the places of the restarts.
//
// `libuv times N` prints nanoseconds of a start, a restart and a stop, and bytes of a timer.
// `libuv lateness N` starts timers and prints for each by how many microseconds it was late; less than 0 is early.

#if defined(__has_include) && !__has_include(<uv.h>)
#error "libuv is missing: on Debian, apt-get install libuv1-dev"
#endif

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

static void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "libuv: %s\n", what);
        exit(1);
    }
}

static uint64_t *read_numbers(size_t count) {
    uint64_t *numbers = malloc(count * sizeof *numbers);
    require(numbers && fread(numbers, sizeof *numbers, count, stdin) == count, "too few numbers");
    return numbers;
}

// A timer counts milliseconds. It takes as many whole ones as the delay needs.
static uint64_t milliseconds(uint64_t microseconds) {
    return (microseconds + 999) / 1000;
}

static void unexpected(uv_timer_t *timer) {
    (void)timer;
    require(0, "a timer expired that should not");
}

static double each(uint64_t begin, size_t count) {
    return (double)(uv_hrtime() - begin) / (double)count;
}

static void times(uv_loop_t *loop, size_t count) {
    const uint64_t *delays = read_numbers(2 * count), *places = read_numbers(count);
    uint64_t begin = uv_hrtime();
    uv_timer_t *timers = malloc(count * sizeof *timers);
    require(timers != NULL, "no memory");
    for (size_t i = 0; i < count; ++i) {
        uv_timer_init(loop, &timers[i]);
        require(!uv_timer_start(&timers[i], unexpected, milliseconds(delays[i]), 0), "a start failed");
    }
    const double start = each(begin, count);
    begin = uv_hrtime();
    for (size_t i = 0; i < count; ++i) {
        uv_timer_t *timer = &timers[places[i]];
        require(!uv_timer_start(timer, unexpected, milliseconds(delays[count + i]), 0), "a restart failed");
    }
    const double restart = each(begin, count);
    begin = uv_hrtime();
    for (size_t i = 0; i < count; ++i) {
        uv_timer_stop(&timers[i]);
    }
    printf("%f %f %f %zu\n", start, restart, each(begin, count), sizeof *timers);
}

static void expired(uv_timer_t *timer) {
    const uint64_t *due = timer->data;
    printf("%" PRId64 "\n", (int64_t)(uv_hrtime() - *due) / 1000);
}

static void lateness(uv_loop_t *loop, size_t count) {
    uint64_t *dues = read_numbers(count);
    uv_timer_t *timers = malloc(count * sizeof *timers);
    require(timers != NULL, "no memory");
    uv_update_time(loop);
    for (size_t i = 0; i < count; ++i) {
        uv_timer_init(loop, &timers[i]);
        timers[i].data = &dues[i];
        const uint64_t delay = dues[i];
        dues[i] = uv_hrtime() + delay * 1000;
        require(!uv_timer_start(&timers[i], expired, milliseconds(delay), 0), "a start failed");
    }
    uv_run(loop, UV_RUN_DEFAULT);
}

int main(int argc, char **argv) {
    require(argc == 3, "expects times or lateness, and a number of timers");
    const size_t count = strtoull(argv[2], NULL, 10);
    uv_loop_t *loop = uv_default_loop();
    require(loop != NULL, "no loop");
    if (!strcmp(argv[1], "times")) {
        times(loop, count);
    } else {
        lateness(loop, count);
    }
    return 0;
}
