use carillon_queues::NumberedTimers;

struct Connection {
    number: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rto = 300;
    let connections = [7, 8, 150_000].map(|number| Connection { number });
    let mut timers = NumberedTimers::with_capacity(100_000)?;
    for connection in &connections {
        timers.start(connection.number, rto)?;
    }
    timers.stop(connections[1].number);
    for expired in timers.advance(1_000) {
        println!("connection {} at tick {}", expired.number, expired.due);
    }
    Ok(())
}
