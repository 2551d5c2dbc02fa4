//! Transcripts that are written by the hundred: times around every wrap of 32 bits.

use super::play;

/// The low half that a chip reads that was reset, or reset and started again, or a bus without a chip, is verified.
fn is_doubtful(known: u64, low: u32) -> bool {
    low == 0 || low == u32::MAX || low < known as u32
}

#[track_caller]
fn plays(text: &str) {
    let text = format!("A sweep.\n{text}");
    play(&text).unwrap_or_else(|difference| panic!("{text}\n{difference}"));
}

#[test]
fn event_tick_within_half_a_span_is_one_read_at_every_wrap() {
    for edge in [1_u64 << 31, 1 << 32, 1 << 33, 1 << 40] {
        for known in [edge - 1, edge, edge + 1] {
            for tick in [0, 1, 2, (1 << 31) - 1].map(|ahead| known + ahead) {
                let low = tick as u32;
                let verified = format!(", CURSOR -> {}, STATUS -> 3, NOW -> {tick}", tick - 1);
                let verified = if is_doubtful(known, low) { &verified } else { "" };
                plays(&format!(
                    "given chip of 60\nidle at {known}\nevent_tick : EVENT_TICK -> {low}{verified} => {tick}\n\
                     known => now {tick}, events from {tick}"
                ));
            }
        }
    }
}

#[test]
fn event_tick_after_a_long_sleep_reads_the_cursor_at_every_wrap() {
    for edge in [1_u64 << 32, 1 << 33, 5 << 32] {
        for event in [edge - 1, edge, edge + 1] {
            for cursor in [u64::MAX, 0, 1, (1 << 31), (1 << 32) - 2].map(|ahead| event.wrapping_add(ahead)) {
                // Only an event before tick 2^32 cannot be older by 2^32 ticks.
                let doubt = if event < 1 << 32 { "" } else { " in doubt" };
                let (low, woken, now) = (event as u32, event + (1 << 31), cursor.max(event) + (1 << 31));
                plays(&format!(
                    "given chip of 60\nawake at {woken}\n\
                     event_tick : EVENT_TICK -> {low}, CURSOR -> {cursor}, STATUS -> 3, NOW -> {now} => {event}{doubt}"
                ));
            }
        }
    }
}

/// A facility whose now and last event are at `tick`, as after a long idle time.
fn facility_at(tick: u64) -> String {
    format!("given facility\nresynchronise : CURSOR -> {tick}, STATUS -> 3, NOW -> {tick}, EVENT -> 0\n")
}

/// A start while `NOW_LO` reads `now`, and the service at its tick.
fn timer(known: u64, now: u64, interval: u64, before: u64) -> String {
    let (due, low) = (now + interval, now as u32);
    let (slot, lap) = (due % 100, due / 100 % 256);
    let now = if is_doubtful(known, low) { format!(", STATUS -> 3, NOW -> {now}") } else { String::new() };
    let cursor = format!(", CURSOR -> {}, STATUS -> 3, NOW -> {due}", due - 1);
    let cursor = if is_doubtful(before, due as u32) { &cursor } else { "" };
    let tick = due as u32;
    format!(
        "start {interval} item 1 : NOW_LO -> {low}{now}, ARM <- slot {slot} lap {lap} => due {due}\n\
         service : EVENT -> valid slot {slot}, EVENT_TICK -> {tick}{cursor}, EVENT_ACK <- disarm => item 1 due {due}\n"
    )
}

#[test]
fn now_every_step_below_half_a_span_is_one_read_at_every_wrap() {
    const WRAP: u64 = 1 << 32;
    for known in [WRAP - 3, WRAP - 1, WRAP, 5 * WRAP - 1, (1 << 48) - 1, (1 << 63) - 1, u64::MAX - (1 << 32)] {
        for now in [0, 1, 2, 3, 4, (1 << 31) - 1].map(|step| known + step) {
            let low = now as u32;
            let verified = if is_doubtful(known, low) { format!(", STATUS -> 3, NOW -> {now}") } else { String::new() };
            plays(&format!("{}now : NOW_LO -> {low}{verified} => {now}\nlast_known_now => {now}", facility_at(known)));
        }
    }
}

#[test]
fn timer_across_a_wrap_of_the_low_half_is_exact() {
    for edge in [1_u64 << 32, 1 << 33, 1 << 48, 1 << 63] {
        for now in [edge - 1, edge - 2, edge - 3] {
            for interval in 1..6 {
                plays(&(facility_at(now) + &timer(now, now, interval, now)));
            }
        }
    }
}

#[test]
fn events_over_many_spans_cost_no_more_transfers_while_they_keep_coming() {
    let mut text = String::from("given facility\n");
    let mut known = 0;
    for now in (1..=12).map(|quarter: u64| (quarter << 30) + 1) {
        text += &timer(known, now, 10, now + 10 - (1 << 30));
        known = now + 10;
    }
    plays(&text);
}
