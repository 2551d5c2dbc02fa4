// ns-3's interface of schedulers on the timer queues of carillon_queues.h: a tick is ns-3's unit of time.

#ifndef CARILLON_SCHEDULER_H
#define CARILLON_SCHEDULER_H

#include "carillon_queues.h"

#include <ns3/scheduler.h>

#include <deque>
#include <set>
#include <unordered_set>
#include <vector>

namespace ns3 {

// Events in the order of their time, and for one time of their number, as long as those of one time are inserted in the
// order of their numbers, as simulators do.
class CarillonScheduler : public Scheduler {
public:
    static TypeId GetTypeId();
    ~CarillonScheduler() override;
    void Insert(const Event &event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    // Constant time; the event keeps its place until its time comes.
    void Remove(const Event &event) override;

protected:
    // The queue is freed by this.
    explicit CarillonScheduler(carillon_queue *queue);

private:
    // What the queue has for an event; the queue itself knows when it is due.
    struct Entry {
        EventImpl *impl;
        uint32_t uid;
        uint32_t context;
    };

    Event Take() const;

    carillon_queue *m_queue;
    mutable std::deque<Entry> m_entries;
    mutable std::vector<Entry *> m_free;
    // Numbers of events in the queue that were removed.
    mutable std::unordered_set<uint32_t> m_removed;
    // The event that was taken out of the queue to look at it, and those inserted since before its time, which the
    // queue has reached. All come before those in the queue.
    mutable std::set<Event> m_ahead;
};

// Scheme 7, the hierarchy of timing wheels.
class CarillonWheels : public CarillonScheduler {
public:
    static TypeId GetTypeId();
    CarillonWheels();
};

// FlexQueue.
class CarillonFlexQueue : public CarillonScheduler {
public:
    static TypeId GetTypeId();
    CarillonFlexQueue();
};

} // namespace ns3

#endif
