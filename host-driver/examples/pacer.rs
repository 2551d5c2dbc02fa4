//! A pacer: each flow sends at its own rate, after a burst that a token bucket allows. One timer a flow sends the next
//! packet when its token is there; a thread sleeps in between.

use std::error::Error;
use std::time::{Duration, Instant};

use carillon_driver::device::SystemClock;
use carillon_driver::facility::{ClockFacility, TimerFacility};
use carillon_driver::queue::TimerWheel;

const HELP: &str = "\
Paces the packets of many flows, each by a token bucket with a timer.

Usage: pacer [FLOWS [PACKETS]]

  FLOWS    flow n sends 20 to 200 packets a second after a burst of 4 (default 1000)
  PACKETS  how many each flow sends (default 20)";

/// A token bucket: `burst` tokens at first, and one more each `interval`.
#[derive(Debug, Clone)]
pub(crate) struct Bucket {
    interval: Duration,
    /// When it will have been full, had no token been taken since the last one.
    full_at: Instant,
    burst: u32,
}

impl Bucket {
    pub(crate) fn full(interval: Duration, burst: u32, now: Instant) -> Self {
        Self { interval, full_at: now, burst }
    }

    /// Takes a token, or says how long it takes until there is one.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), Duration> {
        let full_at = self.full_at.max(now);
        let missing = full_at - now;
        let allowed = self.interval * (self.burst - 1);
        if missing > allowed {
            return Err(missing - allowed);
        }
        self.full_at = full_at + self.interval;
        Ok(())
    }
}

/// A flow: its bucket, and when its packets were sent.
#[derive(Debug)]
pub(crate) struct Flow {
    pub(crate) bucket: Bucket,
    pub(crate) sent: Vec<Instant>,
}

/// Lets each flow send `packets` packets as soon as its bucket allows.
pub(crate) fn pace(flows: &mut [Flow], packets: usize) -> Result<(), Box<dyn Error>> {
    let clock = SystemClock::with_resolution(Duration::from_micros(100));
    let mut timers = ClockFacility::new(clock, TimerWheel::new())?;
    for number in 0..flows.len() {
        timers.start(0, number)?;
    }
    while timers.outstanding() > 0 {
        timers.wait()?;
        let mut refused = Ok(());
        timers.service(|timers, expired| {
            let Some(flow) = flows.get_mut(expired.item) else {
                return;
            };
            while flow.sent.len() < packets {
                let now = Instant::now();
                match flow.bucket.take(now) {
                    Ok(()) => flow.sent.push(now),
                    Err(wait) => {
                        refused = timers.start_after(wait, expired.item).map(drop);
                        break;
                    }
                }
            }
        })?;
        refused?;
    }
    Ok(())
}

/// So many flows with full buckets of 4 tokens, and 5 to 50 ms a token.
pub(crate) fn flows(count: u32) -> Vec<Flow> {
    let flow = |number| Flow {
        bucket: Bucket::full(Duration::from_millis(5 + number % 46), 4, Instant::now()),
        sent: Vec::new(),
    };
    (0..count).map(u64::from).map(flow).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument.starts_with('-')) {
        println!("{HELP}");
        return Ok(());
    }
    let number = |place: usize, default| arguments.get(place).map_or(Ok(default), |text| text.parse());
    let (count, packets) = (number(0, 1_000)?, number(1, 20)?);
    let mut flows = flows(count);
    let begin = Instant::now();
    pace(&mut flows, packets as usize)?;
    let sent: usize = flows.iter().map(|flow| flow.sent.len()).sum();
    println!("{count} flows sent {sent} packets in {:?}", begin.elapsed());
    Ok(())
}
