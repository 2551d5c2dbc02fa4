/* A host in C whose memory runs out. Ends with the line of the first check that fails, or 0. */

#define _POSIX_C_SOURCE 200809L

#include "carillon_queues.h"
#include "check.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

/* What the process may have, beyond which the allocator refuses: 64 MB, for some hundred thousand timers. */
enum { MOST = 64 << 20 };

static int on_queue(struct carillon_queue *queue)
{
    struct carillon_expired expired;
    carillon_id first, last = 0, timer;
    uint32_t started = 1, fetched = 0;
    uint64_t due = 0;
    CHECK(queue != NULL);
    /* More than memory holds, and more than there can be. */
    CHECK(!carillon_queue_reserve(queue, 1000000000) && !carillon_queue_reserve(queue, UINT32_MAX));
    first = carillon_queue_start(queue, 5, NULL);
    CHECK(first != 0);
    while ((timer = carillon_queue_start(queue, 10, NULL)) != 0) {
        last = timer;
        started++;
    }
    CHECK(started > 100000 && carillon_queue_outstanding(queue) == started);
    CHECK(!carillon_queue_reserve(queue, 1000000000) && carillon_queue_start_at(queue, 7, NULL) == 0);
    /* What is there goes on, and one that has ended makes room for another. */
    CHECK(carillon_queue_expiry(queue, last, &due) && due == 10 && carillon_queue_restart(queue, last, 20));
    CHECK(carillon_queue_stop(queue, first, NULL) && carillon_queue_start(queue, 15, NULL) != 0);
    carillon_queue_advance(queue, 20);
    while (carillon_queue_next_expired(queue, &expired)) {
        fetched++;
    }
    CHECK(fetched == started && expired.id == last && carillon_queue_outstanding(queue) == 0);
    carillon_queue_free(queue);
    return 0;
}

static int on_clock(void)
{
    uint32_t started = 0, fetched = 0;
    int found;
    struct carillon_clock *clock;
    CHECK(carillon_clock_new_for(1000, 1000000000) == NULL && carillon_clock_new_for(1000, UINT32_MAX) == NULL);
    clock = carillon_clock_new(1000);
    CHECK(clock != NULL);
    while (carillon_clock_start(clock, 0, NULL) != 0) {
        started++;
    }
    CHECK(started > 100000 && carillon_clock_outstanding(clock) == started);
    CHECK(carillon_clock_start_at(clock, 0, NULL) == 0);
    while ((found = carillon_clock_next_expired(clock, NULL)) == 1) {
        fetched++;
    }
    CHECK(found == 0 && fetched == started && carillon_clock_start(clock, 0, NULL) != 0);
    carillon_clock_free(clock);
    return 0;
}

/* Not a byte is left: a queue and a clock cannot even be made. */
static int nothing_left(void)
{
    /* Each size until it is refused, the smallest last. Small pieces that were freed are kept by size: all sizes. */
    void *kept = NULL;
    for (size_t size = (size_t)MOST; size >= sizeof(void *); size = size > 4096 ? size / 2 : size - sizeof(void *)) {
        void **place;
        while ((place = malloc(size)) != NULL) {
            *place = kept;
            kept = place;
        }
    }
    CHECK(carillon_queue_new() == NULL && carillon_queue_new_flex() == NULL);
    CHECK(carillon_clock_new(1000) == NULL && carillon_clock_new_for(1000, 1) == NULL);
    while (kept != NULL) {
        void *next = *(void **)kept;
        free(kept);
        kept = next;
    }
    return 0;
}

int main(void)
{
    struct rlimit limit = {MOST, MOST};
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    return on_queue(carillon_queue_new()) || on_queue(carillon_queue_new_flex()) || on_clock() || nothing_left();
}
