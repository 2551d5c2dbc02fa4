use carillon_queues::{FixedTimerWheel, FlexQueue, NumberedTimers, TimerWheel, Timers};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut timers = TimerWheel::new();
    timers.start(200, "first");
    let other = timers.start(200, "never");
    timers.advance(200);
    while let Some(expired) = timers.next_expired() {
        timers.stop(other);
        timers.start(1_000, expired.item);
    }
    println!("{timers:?}");

    let mut timers: FixedTimerWheel<_, 2> = FixedTimerWheel::new();
    timers.start(200, "first")?;
    let other = timers.start(200, "never")?;
    timers.advance(200);
    while let Some(expired) = timers.next_expired() {
        timers.stop(other);
        timers.start(1_000, expired.item)?;
    }
    println!("{timers:?}");

    let mut timers: Timers<FlexQueue, _> = Timers::new();
    timers.start(200, "first");
    let other = timers.start(200, "never");
    timers.advance(200);
    while let Some(expired) = timers.next_expired() {
        timers.stop(other);
        timers.start(1_000, expired.item);
    }
    println!("{timers:?}");

    let mut timers = NumberedTimers::with_capacity(2)?;
    timers.start(0, 200)?;
    timers.start(1, 200)?;
    timers.advance(200);
    while let Some(expired) = timers.next_expired() {
        timers.stop(1);
        timers.start(expired.number, 1_000)?;
    }
    println!("{timers:?}");
    Ok(())
}
