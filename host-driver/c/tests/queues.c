/* A host in C, which uses all of carillon_queues.h. Ends with the line of the first check that fails, or 0. */

#define _POSIX_C_SOURCE 200809L

#include "carillon_queues.h"
#include "check.h"

#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static int nulls(void)
{
    struct carillon_expired expired;
    CHECK(carillon_queue_start(NULL, 1, NULL) == 0 && !carillon_queue_restart(NULL, 1, 1));
    CHECK(!carillon_queue_stop(NULL, 1, NULL) && !carillon_queue_next_expired(NULL, &expired));
    CHECK(carillon_queue_now(NULL) == 0 && carillon_queue_outstanding(NULL) == 0);
    CHECK(carillon_queue_next_expiry(NULL) == UINT64_MAX);
    CHECK(carillon_queue_start_at(NULL, 1, NULL) == 0 && !carillon_queue_restart_at(NULL, 1, 1));
    CHECK(!carillon_queue_expiry(NULL, 1, NULL) && !carillon_queue_reserve(NULL, 1));
    carillon_queue_advance(NULL, 1);
    carillon_queue_free(NULL);
    CHECK(carillon_clock_start(NULL, 1, NULL) == 0 && !carillon_clock_restart(NULL, 1, 1));
    CHECK(!carillon_clock_stop(NULL, 1, NULL) && carillon_clock_next_expired(NULL, &expired) == -1);
    CHECK(carillon_clock_start_at(NULL, 1, NULL) == 0 && carillon_clock_now(NULL) == 0);
    CHECK(!carillon_clock_expiry(NULL, 1, NULL));
    CHECK(carillon_clock_outstanding(NULL) == 0 && carillon_clock_descriptor(NULL) == -1);
    carillon_clock_wait(NULL);
    carillon_clock_free(NULL);
    return 0;
}

static int on_queue(struct carillon_queue *queue)
{
    int items[4] = {0, 1, 2, 3};
    struct carillon_expired expired;
    void *user = NULL;
    carillon_id late = carillon_queue_start(queue, 90000, &items[0]);
    carillon_id stopped = carillon_queue_start(queue, 10, &items[1]);
    carillon_id moved = carillon_queue_start(queue, 20, &items[2]);
    carillon_id first = carillon_queue_start(queue, 200, &items[3]);
    CHECK(late != 0 && carillon_queue_outstanding(queue) == 4);
    CHECK(carillon_queue_next_expiry(queue) <= 10);
    CHECK(carillon_queue_stop(queue, stopped, &user) && user == &items[1]);
    CHECK(!carillon_queue_stop(queue, stopped, &user) && !carillon_queue_restart(queue, stopped, 1));
    CHECK(!carillon_queue_stop(queue, 0, NULL) && !carillon_queue_stop(queue, UINT64_MAX, NULL));
    CHECK(carillon_queue_restart(queue, moved, 300));
    carillon_queue_advance(queue, 199);
    CHECK(!carillon_queue_next_expired(queue, &expired) && carillon_queue_now(queue) == 199);
    carillon_queue_advance(queue, 1000);
    CHECK(carillon_queue_next_expired(queue, &expired));
    CHECK(expired.id == first && expired.due == 200 && expired.user == &items[3]);
    /* One that is due at once, between two that have expired. */
    CHECK(carillon_queue_start(queue, 0, &items[1]) != 0);
    CHECK(carillon_queue_next_expired(queue, &expired));
    CHECK(expired.id == moved && expired.due == 300 && expired.user == &items[2]);
    CHECK(carillon_queue_next_expired(queue, NULL) && !carillon_queue_next_expired(queue, NULL));
    CHECK(carillon_queue_outstanding(queue) == 1 && carillon_queue_stop(queue, late, NULL));
    CHECK(carillon_queue_next_expiry(queue) == UINT64_MAX);
    carillon_queue_free(queue);
    return 0;
}

/* Starts and restarts with a tick, the tick of a timer, and room made beforehand. */
static int by_tick(struct carillon_queue *queue)
{
    struct carillon_expired expired;
    uint64_t due = 0;
    carillon_id timer;
    CHECK(carillon_queue_reserve(queue, 100) && carillon_queue_reserve(queue, 1));
    carillon_queue_advance(queue, 50);
    timer = carillon_queue_start_at(queue, 70, NULL);
    CHECK(timer != 0 && carillon_queue_expiry(queue, timer, &due) && due == 70);
    CHECK(carillon_queue_restart_at(queue, timer, 80) && carillon_queue_expiry(queue, timer, &due) && due == 80);
    CHECK(carillon_queue_expiry(queue, timer, NULL) && !carillon_queue_expiry(queue, 0, &due));
    CHECK(!carillon_queue_restart_at(queue, 0, 80) && !carillon_queue_next_expired(queue, &expired));
    /* One whose tick has gone by. */
    CHECK(carillon_queue_start_at(queue, 10, NULL) != 0 && carillon_queue_next_expired(queue, &expired));
    carillon_queue_advance(queue, 80);
    CHECK(carillon_queue_next_expired(queue, &expired) && expired.id == timer && expired.due == 80);
    CHECK(!carillon_queue_expiry(queue, timer, &due) && due == 80);
    CHECK(carillon_queue_start(queue, UINT64_MAX, NULL) != 0 && carillon_queue_outstanding(queue) == 1);
    carillon_queue_free(queue);
    return 0;
}

static int clock_by_tick(void)
{
    struct carillon_expired expired;
    uint64_t due = 0, before = now_ns(), now, tick, due_of_timer;
    carillon_id timer, far;
    int found;
    struct carillon_clock *clock = carillon_clock_new_for(1000, 8);
    CHECK(clock != NULL);
    now = carillon_clock_now(clock);
    tick = now + 5000;
    timer = carillon_clock_start_at(clock, tick, &before);
    far = carillon_clock_start_at(clock, UINT64_MAX, NULL);
    /* Later if it had gone by. */
    CHECK(timer != 0 && carillon_clock_expiry(clock, timer, &due) && due >= tick);
    due_of_timer = due;
    CHECK(far != 0 && carillon_clock_expiry(clock, far, &due) && due == UINT64_MAX);
    CHECK(carillon_clock_expiry(clock, far, NULL) && !carillon_clock_expiry(clock, 0, &due));
    do {
        carillon_clock_wait(clock);
        found = carillon_clock_next_expired(clock, &expired);
    } while (found == 0);
    CHECK(found == 1 && expired.id == timer && expired.due == due_of_timer && expired.user == &before);
    CHECK(carillon_clock_now(clock) >= tick && now_ns() - before >= 5000000);
    CHECK(carillon_clock_next_expired(clock, &expired) == 0 && !carillon_clock_expiry(clock, timer, &due));
    /* A tick that has gone by. */
    CHECK(carillon_clock_start_at(clock, now, NULL) != 0);
    carillon_clock_wait(clock);
    CHECK(carillon_clock_next_expired(clock, &expired) == 1 && expired.due <= carillon_clock_now(clock));
    CHECK(carillon_clock_outstanding(clock) == 1);
    carillon_clock_free(clock);
    return 0;
}

/* Each timer's user pointer is to the time before which it must not expire. */
static int on_clock(bool by_descriptor)
{
    enum { TIMERS = 100 };
    uint64_t not_before[TIMERS];
    carillon_id ids[TIMERS];
    void *user = NULL;
    unsigned seen = 0;
    struct carillon_clock *clock = carillon_clock_new(100000);
    CHECK(clock != NULL && carillon_clock_start(clock, UINT64_MAX, NULL) != 0);
    for (unsigned i = 0; i < TIMERS; i++) {
        uint64_t interval = (i * 7919 % 50) * 1000000;
        not_before[i] = now_ns() + interval;
        ids[i] = carillon_clock_start(clock, interval, &not_before[i]);
        CHECK(ids[i] != 0);
        if (i % 3 == 0) {
            CHECK(carillon_clock_stop(clock, ids[i], &user) && user == &not_before[i]);
            CHECK(!carillon_clock_stop(clock, ids[i], NULL));
            seen++;
        } else if (i % 3 == 1) {
            not_before[i] = now_ns() + 60000000;
            CHECK(carillon_clock_restart(clock, ids[i], 60000000));
        }
    }
    while (seen < TIMERS) {
        struct carillon_expired expired;
        int found;
        if (by_descriptor) {
            struct pollfd ready = {carillon_clock_descriptor(clock), POLLIN, 0};
            CHECK(poll(&ready, 1, 60000) == 1);
        } else {
            carillon_clock_wait(clock);
        }
        while ((found = carillon_clock_next_expired(clock, &expired)) == 1) {
            CHECK(now_ns() >= *(uint64_t *)expired.user);
            CHECK(expired.id == ids[(uint64_t *)expired.user - not_before]);
            seen++;
        }
        CHECK(found == 0);
    }
    CHECK(carillon_clock_outstanding(clock) == 1);
    carillon_clock_free(clock);
    return 0;
}

int main(void)
{
    return nulls() || on_queue(carillon_queue_new()) || on_queue(carillon_queue_new_flex()) ||
           by_tick(carillon_queue_new()) || by_tick(carillon_queue_new_flex()) || clock_by_tick() || on_clock(true) ||
           on_clock(false);
}
