// Simulations of ns-3 with its own schedulers and with ours: `schedulers [--rounds=3] [--most=100]`.
//
// First each scheduler runs beside ns-3's map, with events that are removed and looked at ahead. Where it gives other
// events, that is printed; if it is one of ours, the program fails. Then the simulations are timed, without that: the
// least processor time of Simulator::Run in so many rounds. Each run is a process of its own.

#include "networks.h"

#include <ns3/core-module.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;

static const std::vector<std::string> SCHEDULERS = {"MapScheduler",      "HeapScheduler",          "ListScheduler",
                                                    "CalendarScheduler", "PriorityQueueScheduler", "CarillonWheels",
                                                    "CarillonFlexQueue"};

struct Result {
    double seconds;
    uint64_t events, most, differences;
};

// The scheduler within Beside.
static std::string tried;
static Result result{};

// A scheduler beside ns-3's map: notes whether it gives the same events, and how many wait at most. The map's are run,
// so that whatever follows is the same for both.
class Beside : public Scheduler {
public:
    static TypeId GetTypeId() {
        static TypeId id = TypeId("ns3::Beside").SetParent<Scheduler>().AddConstructor<Beside>();
        return id;
    }

    Beside() : m_map(CreateObject<MapScheduler>()), m_tried(ObjectFactory(tried).Create<Scheduler>()) {}

    void Insert(const Event &event) override {
        m_map->Insert(event);
        m_tried->Insert(event);
        result.most = std::max(result.most, ++m_waiting);
        // Simulators look ahead seldom; here they do.
        if (m_waiting % 3 == 0) {
            PeekNext();
        }
    }

    bool IsEmpty() const override {
        result.differences += m_map->IsEmpty() != m_tried->IsEmpty();
        return m_map->IsEmpty();
    }

    Event PeekNext() const override {
        return Same(m_map->PeekNext(), m_tried->PeekNext());
    }

    Event RemoveNext() override {
        --m_waiting;
        return Same(m_map->RemoveNext(), m_tried->RemoveNext());
    }

    void Remove(const Event &event) override {
        --m_waiting;
        m_map->Remove(event);
        m_tried->Remove(event);
    }

private:
    static Event Same(const Event &a, const Event &b) {
        result.differences += a.impl != b.impl || a.key.m_ts != b.key.m_ts || a.key.m_uid != b.key.m_uid ||
                              a.key.m_context != b.key.m_context;
        return a;
    }

    Ptr<Scheduler> m_map, m_tried;
    uint64_t m_waiting = 0;
};

// Every 10 ms an event that is removed before its time.
static void ScheduleAndRemove() {
    const EventId never = Simulator::Schedule(MilliSeconds(5), [] { NS_FATAL_ERROR("a removed event"); });
    Simulator::Schedule(MilliSeconds(3), [never] { Simulator::Remove(never); });
    Simulator::Schedule(MilliSeconds(10), ScheduleAndRemove);
}

static double ProcessSeconds() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Builds and runs a network in a process of its own.
static Result RunApart(const std::function<void()> &build, const std::string &scheduler, bool compare) {
    int ends[2];
    NS_ABORT_MSG_IF(pipe(ends) != 0, "no pipe");
    fflush(stdout);
    const pid_t child = fork();
    NS_ABORT_MSG_IF(child < 0, "no process");
    if (child == 0) {
        tried = "ns3::" + scheduler;
        Simulator::SetScheduler(ObjectFactory(compare ? "ns3::Beside" : tried));
        build();
        if (compare) {
            ScheduleAndRemove();
        }
        const double begin = ProcessSeconds();
        Simulator::Run();
        result.seconds = ProcessSeconds() - begin;
        result.events = Simulator::GetEventCount();
        _exit(write(ends[1], &result, sizeof result) != sizeof result);
    }
    close(ends[1]);
    Result found;
    const ssize_t size = read(ends[0], &found, sizeof found);
    close(ends[0]);
    int status = 1;
    waitpid(child, &status, 0);
    NS_ABORT_MSG_IF(status != 0 || size != sizeof found, "the simulation failed with " << scheduler);
    return found;
}

int main(int argc, char **argv) {
    uint32_t rounds = 3, most = 100;
    CommandLine line(__FILE__);
    line.AddValue("rounds", "rounds of which the least time counts", rounds);
    line.AddValue("most", "the most copies of the network with RIPng, of 10, 30, 100, 300 and 1000", most);
    line.Parse(argc, argv);

    TypeId::LookupByName("ns3::MapScheduler");
    Beside::GetTypeId();
    struct Network {
        std::string name;
        std::function<void()> build;
        // Whether the list, which takes time in proportion to the events that wait, takes part.
        bool list;
    };
    std::vector<Network> networks;
    for (const uint32_t copies : {10, 30, 100, 300, 1000}) {
        if (copies <= most) {
            networks.push_back({"RIPng, " + std::to_string(copies), [copies] { BuildRipng(copies); }, copies <= 30});
        }
    }
    networks.push_back({"TCP, 20", [] { BuildTcp(20); }, true});

    std::string load;
    std::getline(std::ifstream("/proc/loadavg"), load);
    printf("load %s\nseconds\n%-12s %9s %8s", load.c_str(), "", "events", "waiting");
    for (const std::string &scheduler : SCHEDULERS) {
        printf(" %*s", 10, scheduler.substr(0, 10).c_str());
    }
    printf("\n");
    std::vector<std::string> others;
    bool failed = false;
    for (const auto &[name, build, list] : networks) {
        std::vector<double> least(SCHEDULERS.size(), INFINITY);
        const auto takes_part = [list = list](const std::string &scheduler) {
            return list || scheduler != "ListScheduler";
        };
        Result compared{};
        for (const std::string &scheduler : SCHEDULERS) {
            if (!takes_part(scheduler)) {
                continue;
            }
            compared = RunApart(build, scheduler, true);
            if (compared.differences > 0) {
                others.push_back(name + ": " + scheduler + " gives other events than MapScheduler");
                failed |= scheduler.rfind("Carillon", 0) == 0;
            }
        }
        for (uint32_t round = 0; round < rounds; ++round) {
            for (size_t i = 0; i < SCHEDULERS.size(); ++i) {
                if (takes_part(SCHEDULERS[i])) {
                    least[i] = std::min(least[i], RunApart(build, SCHEDULERS[i], false).seconds);
                }
            }
        }
        printf("%-12s %9lu %8lu", name.c_str(), compared.events, compared.most);
        for (const double seconds : least) {
            printf(" %10.3f", seconds);
        }
        printf("\n");
    }
    for (const std::string &message : others) {
        printf("%s\n", message.c_str());
    }
    return failed;
}
