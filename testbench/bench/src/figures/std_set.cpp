// The thesis's set queue, GNU's std::set, in the models of contenders.rs. It is told on its standard input what to do;
// it says what that took in nanoseconds of the thread, and the tick of the last event taken.

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <set>
#include <utility>
#include <vector>

static std::set<std::pair<uint64_t, uint64_t>> events;
static std::vector<uint64_t> increments;
static uint64_t inserted, now, drawn;

static void insert() {
    drawn = (drawn + 1) % increments.size();
    events.emplace(now + increments[drawn], ++inserted);
}

static void take() {
    now = events.begin()->first;
    events.erase(events.begin());
}

// wyrand, from 0 up to 1, as fastrand draws it, with the seed of contenders.rs.
static double unit() {
    static uint64_t state = 48;
    double result;
    do {
        state += 0x2d358dccaa6c78a5;
        const __uint128_t product = static_cast<__uint128_t>(state) * (state ^ 0x8bb84b93962eacc9);
        const uint64_t bits = static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
        result = static_cast<double>(bits >> 1) / 9223372036854775808.0;
    } while (result >= 1);
    return result;
}

static void walk(double after_insert, double after_take, uint64_t most) {
    static bool inserts;
    inserts ^= unit() >= (inserts ? after_insert : after_take);
    inserts = (inserts || events.empty()) && events.size() < most;
    inserts ? insert() : take();
}

static uint64_t nanoseconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

int main() {
    char command;
    unsigned long long count, most;
    double after_insert, after_take;
    while (scanf(" %c %llu %llu %lf %lf", &command, &count, &most, &after_insert, &after_take) == 5) {
        if (command == 'i') {
            increments.resize(count);
            for (uint64_t &increment : increments) {
                unsigned long long read;
                if (scanf("%llu", &read) != 1) {
                    return 1;
                }
                increment = read;
            }
            drawn = 0;
        }
        const uint64_t begin = nanoseconds();
        for (uint64_t left = command == 'i' ? 0 : count; left > 0; --left) {
            switch (command) {
            case 'f': insert(); break;
            case 'd': take(); break;
            case 'h': take(); insert(); break;
            case 'w': walk(after_insert, after_take, most); break;
            default: return 1;
            }
        }
        const uint64_t took = nanoseconds() - begin;
        printf("%llu %llu\n", static_cast<unsigned long long>(took), static_cast<unsigned long long>(now));
        fflush(stdout);
    }
    return 0;
}
