use super::*;

fn event(timer: u32, generation: u32, tick: u64) -> Event {
    Event { timer, generation, tick }
}

#[test]
fn contract_accepts_each_timer_once_at_its_tick_in_the_order_of_starting() {
    let mut contract = Contract::new(4);
    contract.start(2, 7, false, 3);
    contract.start(0, 5, false, 5);
    contract.start(1, 1, false, 6);
    assert_eq!((contract.next(), contract.running()), (Some(7), 3));
    assert_eq!(contract.outstanding(10), 3);
    assert_eq!(contract.event(event(1, 1, 7), 7), Ok(()));
    assert_eq!(contract.event(event(2, 1, 10), 12), Ok(()));
    assert_eq!(contract.event(event(0, 1, 10), 12), Ok(()));
    assert_eq!(contract.outstanding(100), 0);
    let again = event(0, 1, 10);
    assert_eq!(contract.event(again, 12), Err(Broken::Unasked(again)));
}

#[test]
fn contract_refuses_what_is_early_late_lost_or_out_of_order() {
    let mut contract = Contract::new(4);
    contract.start(0, 10, false, 0);
    contract.start(1, 10, false, 0);
    contract.start(2, 20, false, 0);
    let early = event(0, 1, 10);
    assert_eq!(contract.event(early, 9), Err(Broken::Early(early)));
    let wrong = event(0, 1, 9);
    assert_eq!(contract.event(wrong, 10), Err(Broken::Unasked(wrong)));
    let old = event(0, 0, 10);
    assert_eq!(contract.event(old, 10), Err(Broken::Unasked(old)));
    let second = event(1, 1, 10);
    assert_eq!(contract.event(second, 10), Err(Broken::Order(second)));
    let passed = contract.event(event(2, 1, 20), 20);
    assert_eq!(passed, Err(Broken::Lost(event(0, 1, 10))));
    let nobody = event(9, 1, 10);
    assert_eq!(contract.event(nobody, 10), Err(Broken::Unasked(nobody)));
    contract.event(event(0, 1, 10), 20).unwrap();
    contract.event(second, 20).unwrap();
    contract.event(event(2, 1, 20), 20).unwrap();
    contract.start_at(3, 15, 20);
    assert_eq!(contract.due(3), Some(21), "a deadline that has passed");
    let back = event(3, 1, 15);
    assert_eq!(contract.event(back, 30), Err(Broken::Backwards(back)));
}

#[test]
fn contract_after_a_stop_accepts_only_what_may_have_been_pushed_before() {
    let mut contract = Contract::new(2);
    contract.start(0, 10, false, 0);
    contract.stop(0, 9);
    let stopped = event(0, 1, 10);
    assert_eq!(contract.event(stopped, 10), Err(Broken::Unasked(stopped)));
    // Stopped when it was due: it may have been pushed, but no more than once.
    contract.start(0, 10, false, 10);
    contract.start(0, 5, false, 20);
    let first = event(0, 3, 20);
    assert_eq!(contract.clone().event(event(0, 4, 25), 25), Ok(()));
    assert_eq!(contract.event(first, 25), Ok(()));
    assert_eq!(contract.event(first, 25), Err(Broken::Unasked(first)));
    assert_eq!(contract.event(event(0, 4, 25), 25), Ok(()));
}

#[test]
fn contract_of_a_periodic_timer_wants_every_period_until_it_is_stopped() {
    let mut contract = Contract::new(2);
    contract.start(1, 4, true, 2);
    for tick in [6, 10, 14] {
        assert_eq!(contract.event(event(1, 1, tick), 20), Ok(()));
    }
    let skipped = event(1, 1, 22);
    assert_eq!(contract.clone().event(skipped, 22), Err(Broken::Lost(event(1, 1, 18))));
    contract.stop(1, 22);
    assert_eq!(contract.clone().event(event(1, 1, 22), 22), Ok(()), "18 is gone then");
    contract.event(event(1, 1, 18), 22).unwrap();
    contract.event(event(1, 1, 22), 22).unwrap();
    let after = event(1, 1, 26);
    assert_eq!(contract.event(after, 26), Err(Broken::Unasked(after)));
}

#[test]
fn contract_of_a_look_knows_ticks_left_and_generation() {
    let mut contract = Contract::new(2);
    let idle = Look { runs: false, generation: 0, left: 0 };
    assert_eq!(contract.look(0, idle, 5), Ok(()));
    contract.start(0, 10, false, 5);
    let runs = Look { runs: true, generation: 1, left: 8 };
    assert_eq!(contract.look(0, runs, 7), Ok(()));
    assert_eq!(contract.look(0, runs, 8), Err(Broken::Look(0, runs)));
    assert_eq!(contract.look(0, idle, 7), Err(Broken::Look(0, idle)));
    let due = Look { left: 0, ..runs };
    let expired = Look { runs: false, ..due };
    assert_eq!(contract.look(0, due, 15), Ok(()));
    assert_eq!(contract.look(0, expired, 15), Ok(()));
    contract.event(event(0, 1, 15), 15).unwrap();
    assert_eq!(contract.look(0, due, 15), Err(Broken::Look(0, due)));
    for _ in 0..GENERATIONS {
        contract.stop(0, 16);
    }
    assert_eq!(contract.look(0, expired, 16), Ok(()), "generations wrap");
}

#[test]
fn contract_of_next_lets_no_host_sleep_past_a_timer() {
    let mut contract = Contract::new(3);
    assert_eq!(contract.next_expiry(None, 5), Ok(()));
    contract.start(1, 10, false, 5);
    assert_eq!(contract.next_expiry(Some(10), 5), Ok(()));
    assert_eq!(contract.next_expiry(Some(3), 5), Ok(()), "earlier is allowed");
    let sleeps = Err(Broken::Sleeps(1, 15));
    assert_eq!(contract.next_expiry(Some(11), 5), sleeps);
    assert_eq!(contract.next_expiry(None, 5), sleeps);
    // It may have been pushed by then; a periodic timer runs on.
    assert_eq!(contract.next_expiry(None, 15), Ok(()));
    contract.start(2, 4, true, 7);
    assert_eq!(contract.next_expiry(Some(4), 15), Ok(()));
    let period = Err(Broken::Sleeps(2, 19));
    assert_eq!(contract.next_expiry(Some(5), 15), period);
    assert_eq!(contract.next_expiry(None, 15), period);
}
