//! The flawed chips of the proofs that must fail, testbench/formal/*mutants.sby.

use super::expression::Binary::{Add, Greater, GreaterOrEqual, LessOrEqual, Subtract};
use super::flaw::{By, Edit, Flaw};
use Edit::{Holds, Is, LeavesOut, Number, Operand, Operator, Read, Text};

/// Writes `in <chip>, <part> { <name>: <signals> => <edits>; }` as flaws.
macro_rules! flaws {
    ($(in $chip:literal, $part:literal { $($name:ident: $($of:ident)+ => $($edit:expr),+;)+ })+) => {
        /// All of them.
        pub const FLAWS: &[Flaw] = &[$($(
            Flaw {
                name: stringify!($name),
                chip: $chip,
                part: $part,
                of: &[$(stringify!($of)),+],
                edits: &[$($edit),+],
            },
        )+)+];
    };
}

flaws! {
    // mutants.sby
    in "carillon_counter_wishbone", "busy_bits" {
        not_write_first: written => Is(0);
        forwarded_as_set: slot_busy => Read("written", By::Number(1));
        write_while_read_missed: meets => Read("has_written", By::Number(0));
        word_passed_while_written: word_busy => Read("met_word", By::Number(0));
    }
    in "carillon_counter_wishbone", "event_fifo" {
        room_for_one_too_many: has_room => Is(1);
        head_shown_too_soon: head_valid => Read("some_2", By::Signal("some_1"));
        tick_of_another: tick_pointer => Read("write_pointer", By::Signal("read_pointer"));
        late_takes_the_place: takes_late => Read("take", By::Number(0));
        read_pointer_without_reset: read_pointer => Read("clear", By::Number(0));
        hold_ends_with_any_pop: held acknowledged => Read("held_pointer", By::Signal("read_pointer"));
    }
    in "carillon_counter_wishbone", "time_base" {
        tick_too_late: step => Read("fresh", By::Number(0));
    }
    in "carillon_counter_wishbone", "arming" {
        slot_beyond_the_end: above_last => Read("selected_last", By::Plus("selected_last", 0xf_ffff));
        early_ready: sweeps => Read("is_upper_half", By::Number(0));
        cleared_twice: may_clear => Read("bit_enable", By::Number(0));
        cleared_in_a_search: clearing bit_enable bit_address => Read("pause_clearing", By::Number(0));
    }
    in "carillon_counter_wishbone", "arming" {
        read_while_written: pause_reading => Read("bit_enable", By::Number(0));
        cleared_at_once: may_clear => Is(1);
    }
    in "carillon_counter_wishbone", "late_check" {
        late_at_the_visit: ahead => Read("next_visit", By::Plus("next_visit", 1));
        upper_late_at_the_visit: upper_ahead => Read("upper_visit", By::Plus("upper_visit", 1));
        judged_too_soon: is_judged => Read("after_2", By::Signal("after_1"));
        late_without_reset: waiting => Read("clear", By::Number(0));
        late_never_lost: lost => Read("late_taken", By::Number(1));
        arm_of_the_next_lap: next_visit => Read("next_lap", By::Plus("next_lap", 1));
    }
    in "carillon_counter_wishbone", "wheels" {
        wheels_overlap: bases_write_data => Operand(Add, 1, 0);
        size_out_of_order: in_order => Holds(LessOrEqual);
        first_position_not_stored: positions_write_enable => Read("store", By::Number(0));
        mode_of_another_wheel: visited_holds => Read("visited", By::Number(0));
    }
    in "carillon_counter_wishbone", "cascade" {
        all_wheels_step: level state climbing => Read("at_zero", By::Number(1));
        wheel_left_out: level => Operand(Subtract, 1, 2);
        wheel_never_wraps: step_slot step_lap => Read("at_last", By::Number(0));
        position_kept_in_a_reset: at_last => LeavesOut(0);
    }
    in "carillon_counter_wishbone", "backlog" {
        far_promised_too_soon: at_least_96 => Read("count", By::Plus("count", 1));
        fifteen_counted_as_sixteen: step => Read("fewer", By::Number(0));
        block_never_subtracted: count => Read("exchanged", By::Number(0));
        block_wanted_that_is_not_there: wants_back => Read("any_aside", By::Number(1));
    }
    in "carillon_counter_wishbone", "tick_counts" {
        waiting_carry_forgotten: now_carry => Read("now_carry", By::Number(0));
        two_counts_at_once: counts_cursor => Read("now_carry", By::Number(0));
        upper_bytes_a_clock_late: upper => Read("carries", By::Signal("cursor_carry"));
        carry_ends_in_the_first_byte: ends => Read("carry", By::Number(0));
        now_read_with_the_cursors_carry: carry => Read("asked", By::Number(0));
        next_bytes_read_as_the_cursors: minus => Read("of_cursor", By::Number(0));
        cascade_tick_shown: finished_low => Read("cascading", By::Number(0));
        blocks_never_run_out: some_aside => Read("through_all", By::Number(0));
        block_exchanged_twice: exchanges => Read("block_done", By::Number(0));
        word_not_forgotten: given => Read("forget", By::Number(0));
    }
    in "carillon_counter_wishbone", "host_now" {
        carry_counted_twice: part_2 => Read("full_1", By::Either("full_1", "part_1"));
        full_too_soon: full_2 => Read("full_1", By::Number(1));
    }
    in "carillon_counter_wishbone", "cursor" {
        event_without_room: repeats => Read("room", By::Number(1));
        passes_now: may_walk => Read("may_begin", By::Number(1));
        skips_past_now: skips => Read("far", By::Number(1));
        word_read_beyond_the_end: read_word => Read("wraps", By::Number(0));
        wraps_too_soon: wraps => Read("at_last_place", By::Number(1));
        partial_word_skipped: in_whole_word => Read("whole_words", By::Number(1));
        busy_slot_passed: repeats => Read("skip_2", By::Number(0));
        busy_word_skipped_for_ever: word_is_busy => Read("repeats", By::Number(0));
        carry_not_waited_for: will_look => Read("carry_urgent", By::Number(0));
        settled_too_soon: settled => Read("taken_back_2", By::Number(0));
    }
    in "carillon_counter_wishbone", "cursor" {
        looks_while_written: will_look => Read("pause", By::Number(0));
    }
    in "carillon_counter_wishbone", "cursor" {
        goes_on_after_an_event: taken_back => Read("stops", By::Number(0));
        fifteen_told_as_sixteen: fewer_1 => Is(0);
        hold_not_waited_for: will_hold => Read("hold", By::Number(0));
        cascade_looks_before_it_has_read: asks => Read("has_asked", By::Number(1));
        clearing_not_waited_for: will_clear_bit => Read("auto_clear", By::Number(0));
        stuck_at_the_edge: edge_due => Read("may_look", By::Number(0));
    }
    in "carillon_counter_wishbone", "core" {
        hold_not_told: event_fifo_take_held => Is(0);
        low_half_shown_as_high: tick_counts_high => Is(0);
        command_not_looked_up: wheels_select granted => Read("arming_selects", By::Number(0));
    }

    // timer_mutants.sby
    in "carillon_timer_wishbone", "keeper_port" {
        not_repeated_after_an_error: asking => Read("refused", By::Number(0));
        request_of_the_next: held_address => Read("ask", By::Number(1));
        free_too_soon: free => Read("under_way", By::Number(0));
    }
    in "carillon_timer_wishbone", "keeper_events" {
        event_pushed_is_shown_at_once: head_valid => Read("level", By::Signal("after_push"));
        events_one_too_many: room => Is(1);
    }
    in "carillon_timer_wishbone", "keeper_scan_lag" {
        carry_lost: move_high => Read("carry", By::Number(0));
        borrow_from_nothing: borrow => Read("some_high", By::Number(1));
    }
    in "carillon_timer_wishbone", "keeper_engine_expiry" {
        passed_deadline_taken: held_due => Read("passed", By::Number(0));
        left_of_a_timer_that_does_not_run: left => Read("none_left", By::Number(0));
    }
    in "carillon_timer_wishbone", "keeper_engine" {
        unlinked_timer_visited_next: next_record => Read("current", By::Number(0));
        linked_before_the_first: previous_link => Read("read_previous", By::Signal("read_next"));
        bit_of_a_kept_timer_cleared: writes_busy => Read("kept", By::Number(0));
        visit_goes_on_from_the_last: next_record => Read("read_next", By::Signal("read_previous"));
        ready_too_soon: initialised => Read("at_last", By::Number(1));
        gone_on_without_the_answer: state => Read("answered", By::Number(1));
    }
    in "carillon_timer_wishbone", "keeper_engine" {
        period_not_added: adds => Is(0);
        periodic_start_forgotten: info => Read("is_periodic", By::Number(0));
    }
    in "carillon_timer_wishbone", "keeper_engine" {
        linked_to_itself: previous_value => Read("previous_link", By::Signal("current"));
    }
    in "carillon_timer_wishbone", "keeper_scan" {
        look_while_paused: state => Read("pause", By::Number(0));
        looks_past_now: whole => Is(1);
        busy_word_taken_for_empty: empty => Is(1);
        bits_behind_the_cursor: mask => Read("offset", By::Number(0));
    }
    in "carillon_timer_wishbone", "keeper_scan" {
        slot_above_not_looked_at: highest => Is(0);
        lap_run_over: ends_lap => Is(0);
    }
    in "carillon_timer_wishbone", "keeper_engine_placing" {
        put_below_the_wheel_visited: place => Read("wheel", By::Number(0));
        reached_too_soon: is_reached => Read("differs_2", By::Number(0));
    }
    in "carillon_timer_wishbone", "keeper_next_expiry" {
        last_found_taken_for_the_earliest: earliest => Read("any", By::Number(0));
        told_from_far_behind: left => Read("too_far", By::Number(0));
    }

    // bus_adapter_mutants.sby
    in "carillon_counter_wishbone", "bus_adapter" {
        answer_of_a_dropped_cycle: answered => Read("wanted", By::Number(1));
    }
    in "carillon_counter_apb", "bus_adapter" {
        answer_of_a_dropped_transfer: answered => Read("wanted", By::Number(1));
        failure_without_answer: failed => Read("answered", By::Number(1));
    }
    in "carillon_counter_axi_lite", "bus_adapter" {
        answer_not_waited_for: read_answered => Read("s_axi_rready", By::Number(1));
        answer_overtaken: write_ready => Read("write_answered", By::Number(0));
        writes_always_first: start_write => Read("read_ready", By::Number(0));
    }
    in "carillon_counter_spi", "bus_adapter" {
        checksum_not_looked_at: access_start => Read("checksum_right", By::Number(1));
        answer_of_another_frame: ended refused => Read("asked", By::Number(1));
        frame_goes_on_unselected:
            place judging answering asked wrong ended refused reply => Read("pins_selected", By::Number(1));
    }
    in "carillon_counter_uart", "bus_adapter_receiver" {
        stop_bit_not_looked_at: complete => Read("low", By::Number(0));
        start_bit_not_looked_at: receiving => Read("low", By::Either("low", "receiving"));
    }
    in "carillon_counter_uart", "bus_adapter_transmitter" {
        stop_bit_too_short: bits_left => Number(10, 9);
    }
    in "carillon_counter_uart", "bus_adapter_bridge" {
        address_wraps: beyond => Read("word_address", By::Number(0));
        command_taken_for_granted: state => Number(7, 1);
    }

    // host_mutants.sby
    in "carillon_counter_wishbone", "host_register_file" {
        partial_write_taken: known => Text(" & (bus_whole | ~bus_write)", "");
        refused_setting_kept: keeping => Text(" & ~refused", "");
        setting_kept_in_a_reset: keeping => Text(" & ~clear", "");
        read_goes_on_in_a_reset: showing => Text("(asking | clear)", "asking");
        size_above_stays: holds_wheel_size => Text(" & ~above", "");
        bits_without_a_field_shown: hidden => Text(" | ~fields", "");
    }
    in "carillon_counter_wishbone", "host_registers" {
        prescale_not_locked: clocks_a_tick => Read("started", By::Number(0));
        enabled_before_ready: enabled => Read("ready", By::Number(1));
        stale_acknowledgement_pops: acknowledged => Read("sequence_right", By::Number(1));
        error_lost_as_it_is_cleared: sticky_errors => Read("new_errors", By::Without("new_errors", "cleared_errors"));
    }
    in "carillon_counter_wishbone", "host" {
        event_shown_that_is_not_there: shows_event => Read("event_valid", By::Number(1));
    }
    in "carillon_counter_wishbone", "host_interrupt" {
        cause_lost_as_it_is_cleared: held => Read("strobes", By::Without("strobes", "cleared"));
        event_asks_for_attention: other => Read("asking_other", By::Either("asking_other", "asking"));
    }
    in "carillon_counter_wishbone", "host_alarm" {
        alarm_a_tick_late: past => Read("chunk_0_equal", By::Number(0)),
            Read("chunk_0_at_least", By::Without("chunk_0_at_least", "chunk_0_equal"));
        alarm_looks_at_the_low_half: past => Read("chunk_2_equal", By::Number(1));
    }
    in "carillon_counter_wishbone", "host_coalescing" {
        waits_a_tick_too_long: old => Operator(GreaterOrEqual, Greater);
        announcement_taken_back: open => Read("open", By::Number(0));
        announced_without_event: announced => Read("event_valid", By::Either("event_valid", "open"));
    }
    in "carillon_counter_wishbone", "look_ahead_level_0" {
        word_not_read_back: read_word => Read("written", By::Number(0));
        read_back_too_soon: read_back => Read("written", By::Signal("write_enable"));
        word_not_looked_at: above_data => Read("seen", By::Number(0));
    }
    in "carillon_counter_wishbone", "look_ahead_level_2" {
        bits_that_nobody_writes_seen: seen => Read("USED", By::Number(0xffff));
    }
    in "carillon_counter_wishbone", "look_ahead" {
        slot_of_the_next_wheel: in_wheel => Read("limit", By::Plus("limit", 2));
        own_word_looked_at_again: from_bit => Operand(Add, 1, 0);
        distance_without_the_turn: origin_inverted => Read("size", By::Number(0));
    }
}
