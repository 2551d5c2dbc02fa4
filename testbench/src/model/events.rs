//! The event FIFO of the reference model, with the late event that waits for a place.

use super::BitWrite;
use std::collections::VecDeque;

/// One event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub late: bool,
    pub slot: u32,
    pub tick: u32,
}

/// The FIFO and what waits before it.
#[derive(Clone, Debug)]
pub(super) struct Events {
    depth: usize,
    queue: VecDeque<Event>,
    /// Pushed in this clock; in the queue from the next.
    arriving: Option<Event>,
    /// The head can be read: it was in the queue one clock ago.
    head_valid: bool,
    waiting: Option<u32>,
    lost: bool,
}

impl Events {
    pub fn new(depth: usize) -> Self {
        Self {
            depth,
            queue: VecDeque::new(),
            arriving: None,
            head_valid: false,
            waiting: None,
            lost: false,
        }
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.depth);
    }

    /// The event that the host sees.
    pub fn head(&self) -> Option<Event> {
        self.queue.front().copied().filter(|_| self.head_valid)
    }

    /// Another event stands behind the head.
    pub fn more(&self) -> bool {
        self.head_valid && self.queue.len() > 1
    }

    pub fn is_full(&self) -> bool {
        self.queue.len() == self.depth
    }

    /// A late event was lost in the clock before.
    pub fn take_lost(&mut self) -> bool {
        std::mem::take(&mut self.lost)
    }

    /// Pushes what the cursor found, or else the waiting late event. Says what it pushed: a late event (true) or not.
    pub fn push(&mut self, found: Option<u32>, tick: u32) -> Option<bool> {
        self.arriving = None;
        if let Some(slot) = found {
            self.arriving = Some(Event {
                late: false,
                slot,
                tick,
            });
        }
        if self.waiting.is_some() && self.is_full() {
            self.waiting = None;
            self.lost = true;
        } else if found.is_none()
            && let Some(slot) = self.waiting.take()
        {
            self.arriving = Some(Event {
                late: true,
                slot,
                tick,
            });
        }
        self.arriving.map(|event| event.late)
    }

    /// An arm that came too late asks for a place; one that still waits is lost to it.
    pub fn judge(&mut self, late: Option<BitWrite>) {
        if let Some(write) = late {
            self.lost |= self.waiting.is_some();
            self.waiting = Some(write.slot);
        }
    }

    /// Whether a push in the next clock will find a place, pops aside.
    pub fn room_after(&self, pushed: bool) -> bool {
        self.queue.len() + usize::from(pushed) < self.depth
    }

    /// The clock's edge.
    pub fn finish(&mut self, pop: bool) {
        if pop {
            self.queue.pop_front();
        }
        self.head_valid = !self.queue.is_empty();
        self.queue.extend(self.arriving.take());
    }

    pub fn check_invariants(&self) -> Result<(), String> {
        if self.queue.len() > self.depth {
            return Err(format!(
                "{} events in a FIFO of {}",
                self.queue.len(),
                self.depth
            ));
        }
        let ordered = |pair: (&Event, &Event)| pair.1.tick.wrapping_sub(pair.0.tick) < 1 << 31;
        if !self
            .queue
            .iter()
            .zip(self.queue.iter().skip(1))
            .all(ordered)
        {
            return Err("an event's tick is earlier than that of the event before it".to_owned());
        }
        Ok(())
    }
}
