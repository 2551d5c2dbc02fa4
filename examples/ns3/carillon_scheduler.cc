#include "carillon_scheduler.h"

#include <ns3/abort.h>

namespace ns3 {

NS_OBJECT_ENSURE_REGISTERED(CarillonScheduler);
NS_OBJECT_ENSURE_REGISTERED(CarillonWheels);
NS_OBJECT_ENSURE_REGISTERED(CarillonFlexQueue);

TypeId CarillonScheduler::GetTypeId() {
    static TypeId id = TypeId("ns3::CarillonScheduler").SetParent<Scheduler>();
    return id;
}

CarillonScheduler::CarillonScheduler(carillon_queue *queue) : m_queue(queue) {
    NS_ABORT_MSG_IF(queue == nullptr, "there is no memory for a queue");
}

CarillonScheduler::~CarillonScheduler() {
    carillon_queue_free(m_queue);
}

void CarillonScheduler::Insert(const Event &event) {
    const uint64_t now = carillon_queue_now(m_queue);
    if (event.key.m_ts < now) {
        m_ahead.insert(event);
        return;
    }
    const Entry entry{event.impl, event.key.m_uid, event.key.m_context};
    Entry *place;
    if (m_free.empty()) {
        place = &m_entries.emplace_back(entry);
    } else {
        place = m_free.back();
        m_free.pop_back();
        *place = entry;
    }
    const carillon_id started = carillon_queue_start(m_queue, event.key.m_ts - now, place);
    NS_ABORT_MSG_IF(started == 0, "there is no memory for an event");
}

bool CarillonScheduler::IsEmpty() const {
    return m_ahead.empty() && carillon_queue_outstanding(m_queue) == m_removed.size();
}

// The next event of the queue. Time goes on to it.
Scheduler::Event CarillonScheduler::Take() const {
    for (;;) {
        carillon_expired expired;
        while (!carillon_queue_next_expired(m_queue, &expired)) {
            const uint64_t next = carillon_queue_next_expiry(m_queue);
            NS_ABORT_MSG_IF(carillon_queue_outstanding(m_queue) == 0, "there is no event");
            carillon_queue_advance(m_queue, next);
        }
        Entry *entry = static_cast<Entry *>(expired.user);
        m_free.push_back(entry);
        if (m_removed.empty() || m_removed.erase(entry->uid) == 0) {
            return {entry->impl, {expired.due, entry->uid, entry->context}};
        }
    }
}

Scheduler::Event CarillonScheduler::PeekNext() const {
    if (m_ahead.empty()) {
        m_ahead.insert(Take());
    }
    return *m_ahead.begin();
}

Scheduler::Event CarillonScheduler::RemoveNext() {
    if (m_ahead.empty()) {
        return Take();
    }
    return m_ahead.extract(m_ahead.begin()).value();
}

void CarillonScheduler::Remove(const Event &event) {
    if (m_ahead.erase(event) == 0) {
        m_removed.insert(event.key.m_uid);
    }
}

TypeId CarillonWheels::GetTypeId() {
    static TypeId id =
        TypeId("ns3::CarillonWheels").SetParent<CarillonScheduler>().AddConstructor<CarillonWheels>();
    return id;
}

CarillonWheels::CarillonWheels() : CarillonScheduler(carillon_queue_new()) {}

TypeId CarillonFlexQueue::GetTypeId() {
    static TypeId id =
        TypeId("ns3::CarillonFlexQueue").SetParent<CarillonScheduler>().AddConstructor<CarillonFlexQueue>();
    return id;
}

CarillonFlexQueue::CarillonFlexQueue() : CarillonScheduler(carillon_queue_new_flex()) {}

} // namespace ns3
