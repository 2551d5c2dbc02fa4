use carillon_queues::clock::{ClockedTimers, SystemClock};
use std::time::{Duration, Instant};

struct Connection {
    number: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let clock = SystemClock::with_resolution(Duration::from_millis(1));

    // The loop of the expired starts and stops others.
    let mut timers = ClockedTimers::new(clock);
    let begin = Instant::now();
    timers.start(Duration::from_millis(5), "try again");
    let other = timers.start_at(begin + Duration::from_millis(5), "never");
    let late = timers.start(Duration::from_secs(1_000), "give up");
    assert!(timers.time_left(late) > Some(Duration::from_secs(900)));
    let mut attempts = 0;
    while let Some(wait) = timers.time_to_next() {
        std::thread::sleep(wait);
        while let Some(expired) = timers.next_expired() {
            assert!(timers.clock().instant_of(expired.due) - begin >= Duration::from_millis(5));
            timers.stop(other);
            attempts += 1;
            if attempts < 3 {
                timers.start(Duration::from_millis(1), expired.item);
            } else {
                timers.stop(late);
            }
        }
    }
    println!("{attempts} attempts");

    // Timers of connections that have numbers.
    let mut timers = ClockedTimers::numbered(clock);
    let connections = [7, 8, 150_000].map(|number| Connection { number });
    for connection in &connections {
        timers.start(connection.number, Duration::from_millis(1))?;
    }
    timers.stop(connections[1].number);
    while let Some(wait) = timers.time_to_next() {
        std::thread::sleep(wait);
        while let Some(expired) = timers.next_expired() {
            println!("connection {}", expired.number);
        }
    }
    Ok(())
}
