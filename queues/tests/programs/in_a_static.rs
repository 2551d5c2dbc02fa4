use carillon_queues::FixedTimerWheel;
use std::cell::RefCell;
use std::sync::Mutex;

enum Event {
    Retransmit(u16),
}

static TIMERS: Mutex<RefCell<FixedTimerWheel<Event, 32>>> =
    Mutex::new(RefCell::new(FixedTimerWheel::new()));

fn main() {
    let timers = TIMERS.lock().unwrap();
    let mut timers = timers.borrow_mut();
    for connection in 0..33 {
        if let Err(refused) = timers.start(200, Event::Retransmit(connection)) {
            let Event::Retransmit(connection) = refused.item;
            println!("connection {connection} was refused: {}", refused.error);
        }
    }
    println!("{} ran out", timers.advance(200).count());
}
