//! TCP's timers over a network that loses segments: the use that the paper has in mind, where nearly every timer is stopped before
//! it expires.
//!
//! A sender keeps a window of segments in flight, each with a retransmission timer. The timer's interval follows the round-trip
//! times as RFC 6298 says: the smoothed time and four mean deviations, doubled at each expiry; a segment that was sent twice
//! gives no sample (Karn). The receiver acknowledges every second segment, or after its delayed-acknowledgement timer; one that comes
//! out of order at once and by name, so that only the timers of lost ones expire. The network is the same queue: what is in
//! flight is a timer of its delay.
//!
//!     cargo run --example tcp_retransmission

use carillon_driver::queue::{Entry, Handle, Powers, Scheme7, Sector, TimerQueue};

/// Segments in flight at most.
const WINDOW: u64 = 32;

/// What a timer stands for. Ticks are microseconds.
#[derive(Debug, Clone, Copy)]
enum Event {
    /// A segment reaches the receiver.
    Arrival(u64),
    /// An acknowledgement of everything below the first, and of the second, reaches the sender.
    Acknowledgement(u64, u64),
    /// No acknowledgement of the segment came in time.
    Retransmission(u64),
    /// The receiver has waited long enough for a second segment.
    DelayedAcknowledgement,
}

type Queue = Scheme7<Event, Powers<8>, Vec<Sector>, Vec<Entry<Event>>>;

/// What came of it.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// Segments that the receiver has got, in order.
    pub delivered: u64,
    /// Segments sent again.
    pub retransmissions: u64,
    /// Retransmission timers started.
    pub started: u64,
    /// Those of them that expired.
    pub expired: u64,
    /// The tick at which all was acknowledged.
    pub finished: u64,
}

#[derive(Debug, Clone, Copy)]
struct Flight {
    timer: Handle,
    sent: u64,
    again: bool,
}

struct Connection {
    queue: Queue,
    random: u64,
    /// Of 1,000 segments or acknowledgements, so many are lost.
    loss: u64,
    total: u64,
    unacknowledged: u64,
    next: u64,
    flights: Vec<Option<Flight>>,
    smoothed: u64,
    deviation: u64,
    backoff: u32,
    received: Vec<bool>,
    expected: u64,
    owed: u64,
    delayed: Option<Handle>,
    report: Report,
}

type Result<T> = core::result::Result<T, Box<dyn core::error::Error>>;

/// Sends `total` segments over a network that loses so many of 1,000.
pub fn transfer(total: u64, loss: u64) -> Result<Report> {
    let entries = (0..1_024).map(|_| Entry::VACANT).collect();
    let count = usize::try_from(total)?;
    let mut connection = Connection {
        queue: Scheme7::new(Powers::new(), vec![Sector::EMPTY; 32], entries)?,
        random: 42,
        loss,
        total,
        unacknowledged: 0,
        next: 0,
        flights: vec![None; count],
        smoothed: 0,
        deviation: 0,
        backoff: 0,
        received: vec![false; count],
        expected: 0,
        owed: 0,
        delayed: None,
        report: Report::default(),
    };
    connection.fill_window()?;
    while connection.unacknowledged < total {
        let next = connection
            .queue
            .next_expiry()
            .ok_or("stuck: no timer is outstanding")?;
        connection.queue.advance(next)?;
        while let Some(expired) = connection.queue.next_expired() {
            connection.handle(expired.item)?;
        }
    }
    connection.report.finished = connection.queue.now();
    Ok(connection.report)
}

impl Connection {
    fn draw(&mut self, below: u64) -> u64 {
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.random >> 33) % below
    }

    /// Puts something on the network, which may lose it.
    fn transmit(&mut self, event: Event) -> Result<()> {
        if self.draw(1_000) >= self.loss {
            let delay = 10_000 + self.draw(4_000);
            self.queue.start(delay, event)?;
        }
        Ok(())
    }

    /// RFC 6298: at least 200 milliseconds here, a second before the first sample.
    fn timeout(&self) -> u64 {
        let base = if self.smoothed == 0 {
            1_000_000
        } else {
            (self.smoothed + 4 * self.deviation).max(200_000)
        };
        (base << self.backoff.min(6)).min(60_000_000)
    }

    fn send(&mut self, segment: u64, again: bool) -> Result<()> {
        let timer = self
            .queue
            .start(self.timeout(), Event::Retransmission(segment))?;
        self.report.started += 1;
        self.flights[usize::try_from(segment)?] = Some(Flight {
            timer,
            sent: self.queue.now(),
            again,
        });
        self.transmit(Event::Arrival(segment))
    }

    fn fill_window(&mut self) -> Result<()> {
        while self.next < self.total.min(self.unacknowledged + WINDOW) {
            self.send(self.next, false)?;
            self.next += 1;
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> Result<()> {
        match event {
            Event::Arrival(segment) => self.receive(segment),
            Event::Acknowledgement(below, also) => self.acknowledge(below, also),
            Event::Retransmission(segment) => {
                self.report.expired += 1;
                self.report.retransmissions += 1;
                self.backoff += u32::from(segment == self.unacknowledged);
                self.send(segment, true)
            }
            Event::DelayedAcknowledgement => {
                self.delayed = None;
                self.reply(self.expected.saturating_sub(1))
            }
        }
    }

    fn receive(&mut self, segment: u64) -> Result<()> {
        let in_order = segment == self.expected;
        self.received[usize::try_from(segment)?] = true;
        while self.expected < self.total && self.received[usize::try_from(self.expected)?] {
            self.expected += 1;
            self.report.delivered += 1;
        }
        self.owed += 1;
        if !in_order || self.owed >= 2 {
            return self.reply(segment);
        }
        self.delayed = Some(self.queue.start(40_000, Event::DelayedAcknowledgement)?);
        Ok(())
    }

    fn reply(&mut self, also: u64) -> Result<()> {
        self.owed = 0;
        if let Some(delayed) = self.delayed.take() {
            self.queue.stop(delayed)?;
        }
        self.transmit(Event::Acknowledgement(self.expected, also))
    }

    fn acknowledge(&mut self, below: u64, also: u64) -> Result<()> {
        self.arrived(also)?;
        while self.unacknowledged < below {
            self.arrived(self.unacknowledged)?;
            self.unacknowledged += 1;
        }
        self.fill_window()
    }

    /// The segment needs its timer no longer.
    fn arrived(&mut self, segment: u64) -> Result<()> {
        if let Some(flight) = self.flights[usize::try_from(segment)?].take() {
            self.queue.stop(flight.timer)?;
            if !flight.again {
                self.sample(self.queue.now() - flight.sent);
            }
        }
        Ok(())
    }

    fn sample(&mut self, time: u64) {
        self.backoff = 0;
        if self.smoothed == 0 {
            (self.smoothed, self.deviation) = (time, time / 2);
        } else {
            self.deviation = (3 * self.deviation + self.smoothed.abs_diff(time)) / 4;
            self.smoothed = (7 * self.smoothed + time) / 8;
        }
    }
}

/// Four networks, from a perfect one to a bad one.
pub fn main() -> Result<()> {
    for loss in [0, 10, 50, 200] {
        let report = transfer(10_000, loss)?;
        println!("{:>4.1} % lost: {report:?}", loss as f64 / 10.0);
    }
    Ok(())
}
