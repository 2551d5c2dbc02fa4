use carillon_queues::TimerWheel;

fn main() -> Result<(), carillon_queues::QueueError> {
    let mut timers = TimerWheel::with_capacity(100)?;
    let handle = timers.start(300, String::from("try again"));
    println!("{} {}", timers.len(), timers.is_empty());
    if let Some(item) = timers.get_mut(handle) {
        item.push('!');
    }
    println!("{:?} {:?}", timers.get(handle), timers.time_left(handle));
    let handle = timers.restart_or_start(handle, 200, String::from("anew"));
    timers.restart_to_earlier(handle, 50);
    for (handle, due, item) in timers.iter() {
        println!("{} {due} {item}", timers.contains(handle));
    }
    timers.retain(|_, due, _| due < 100);
    let rest: Vec<_> = timers.drain().collect();
    println!("{} {}", rest.len(), timers.contains(handle));
    timers.clear();
    println!("{timers:?}");
    Ok(())
}
