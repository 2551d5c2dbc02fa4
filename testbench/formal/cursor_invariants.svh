// What the induction needs besides; a part of cursor.sv.

    // Positions, right way round: of this clock and of the three before. Whether looks are taken back now, or were in
    // one of the two clocks before.
    wire [19:0] at_0 = ~{\chip.word , \chip.place } & MASK, at_1 = ~\chip.position_1 & MASK;
    wire [19:0] at_2 = ~\chip.position_2 & MASK, at_3 = ~\chip.position_3 & MASK;
    wire back = \chip.taken_back , back_1 = \chip.taken_back_1 , back_2 = \chip.taken_back_2 ;
    // The slot after a look, the looks of wheel 0 under way, and what should be their slots.
    function [19:0] after(input [19:0] from, input skip);
        after = (skip ? from | 20'hf : from) == last_slot ? 20'd0 : (skip ? from | 20'hf : from) + 20'd1;
    endfunction
    wire one = \chip.look_1 && !(\chip.cascade_1 && upper);
    wire two = \chip.look_2 && !(\chip.cascade_2 && upper);
    wire [19:0] slot_1 = two ? after(slot, \chip.skip_2 ) : slot;
    wire [19:0] slot_0 = one ? after(slot_1, \chip.skip_1 ) : slot_1;
    wire [4:0] length_1 = length(\chip.look_1 , \chip.cascade_1 , \chip.skip_1 , \chip.fewer_1 );
    wire [4:0] length_2 = length(\chip.look_2 , \chip.cascade_2 , \chip.skip_2 , \chip.fewer_2 );
    wire [6:0] under_way = step + length_1 + length_2;
    wire [1:0] looks = \chip.look_1 + \chip.look_2 ;
    // A skip, from where it may begin.
    function proper(input [19:0] from, input fifteen);
        proper = (from[3:0] == 0 || (FULL && from[3:0] == 1)) && fifteen == (from[3:0] == 1)
            && (from | 20'hf) <= last_slot && (!FULL || from != 0);
    endfunction

    always @* if (started) begin
        assert (({\chip.word , \chip.place } & ~MASK) == 0);
        assert (((\chip.position_1 | \chip.position_2 | \chip.position_3 ) & ~MASK) == 0);
        if (past_commit) assert (event_tick == all_ticks + step);
        assert (\chip.has_asked == past_ask && \chip.paused == past_pause);
        assert (\chip.holding == held && \chip.clearing_bit == uncleared);
        assert (\chip.may_begin == (\chip.may_look && !\chip.lap_end && !\chip.look_1 && !\chip.look_2
            && !\chip.look_3 && !\chip.look_4 ));
        assert ((swept == 0) == (past_clear || past_sweeping));
        if (swept == 0) begin
            assert (at_0 == sweep && at_1 == sweep_1 && at_2 == sweep_2);
            assert (\chip.at_15 == (at_0[3:0] == 15));
        end else if (!running) assert (at_0 == 1);
        if (!running) begin
            assert (gap == 0 && here == 0 && slot == 1 && of_lap == 0 && looks == 0 && !\chip.look_3 && !\chip.look_4
                && !\chip.may_look && !\chip.stops && !back && !\chip.lap_end && step == 0 && past_step == 0);
            assert (!cascading && !ready && !held && !uncleared && !some && past_here == 0);
            if (calm >= 1) assert (!back_1 && !\chip.lap_end_1 );
            if (calm >= 2) assert (!back_2 && !\chip.lap_end_2 );
            if (calm >= 3) assert (!\chip.lap_end_3 );
        end
        // The wheel's shape.
        if (running) assert (calm >= 4);
        if (calm >= 1) begin
            assert (\chip.single_word == (last_slot[19:4] == 0));
            assert (\chip.whole_words == &last_slot[3:0] && \chip.one_place == (last_slot[3:0] == 0));
        end
        if (running || (calm >= 2 && swept >= 1)) begin
            assert (at_0 <= last_slot);
            assert (\chip.at_second == (FULL && at_0[3:0] == 1));
            if (!back) assert (\chip.may_skip == ((at_0[3:0] == 0 || \chip.at_second )
                && !\chip.word_is_busy && !\chip.lap_end ));
            assert (\chip.at_15 == (at_0[3:0] == 15) && \chip.at_last_place == (at_0[3:0] == last_slot[3:0]));
            assert (\chip.in_last_word == (at_0[19:4] == last_slot[19:4]));
            assert (\chip.in_whole_word == (\chip.whole_words || !\chip.in_last_word ));
        end
        assert (slot <= last_slot || !running);
        if (swept >= 2) assert (running || at_1 == 1);
        if (running) begin
            // Where the lap ends.
            assert (\chip.lap_end == (FULL && at_0 == 0));
            assert (\chip.lap_end_1 == (FULL && at_1 == 0));
            if (past_running) assert (\chip.lap_end_2 == (FULL && at_2 == 0));
            // The looks under way, and where the position is when some are taken back.
            assert (back + back_1 + back_2 + \chip.stops <= 1);
            if (!past_running)
                assert (looks == 0 && !\chip.may_look && settled && at_0 == 1 && at_1 == 1 && !\chip.stops );
            else if (settled) assert (at_2 == slot);
            if (settled && !\chip.stops ) assert (at_1 == slot_1);
            if (!back && !\chip.stops ) assert (at_0 == slot_0);
            if (back) assert (at_3 == slot && \chip.lap_end_3 == (FULL && at_3 == 0));
            if (back_2) assert (at_1 == slot);
            if (back || back_1 || \chip.stops || held || uncleared) assert (looks == 0);
            if (back || back_1 || back_2) assert (step == 0 || (ready && back_2));
            if (back_1 || back_2) assert (past_step == 0);
            if (back || \chip.stops || held || uncleared) assert (!\chip.may_look );
            if (back_2) assert (!\chip.look_2 );
            if (one) begin
                assert (at_1 == slot_1 && \chip.wraps_1 == (after(at_1, \chip.skip_1 ) == 0));
                assert (!\chip.skip_1 || proper(at_1, \chip.fewer_1 ));
            end
            if (two) begin
                assert (at_2 == slot && \chip.wraps_2 == (after(at_2, \chip.skip_2 ) == 0));
                assert (!\chip.skip_2 || proper(at_2, \chip.fewer_2 ));
            end
            if (\chip.cascade_1 && \chip.look_1 ) assert (!\chip.skip_1 && (upper ? !\chip.wraps_1 : 1'b1));
            if (\chip.cascade_2 && \chip.look_2 ) assert (!\chip.skip_2 && (upper ? !\chip.wraps_2 : 1'b1));
            if (FULL && one && !\chip.cascade_1 ) assert (at_1 != 0);
            if (FULL && two && !\chip.cascade_2 ) assert (at_2 != 0);
            assert (\chip.may_go_on == (\chip.may_look && one && !\chip.skip_1 && !\chip.lap_end ));
            if (one && !\chip.skip_1 ) assert (!(\chip.look_2 && \chip.skip_2 ) && !skipped && past_step <= 1);
            // What was read for this clock's look.
            if (past_running && !past_ask) assert (has_read == (at_0[19:4] == watched[19:4]));
            if (past_ask) assert (cascading && has_read == (cascade_address[19:4] == watched[19:4]));
            if (past_ask && !upper && !back && !\chip.stops ) assert (at_0[19:4] == 0);
            // What was found of the watched slot.
            if (one && !\chip.skip_1 ) assert (shows_slot == (at_1 == watched));
            if (one) assert (shows_word == (at_1[19:4] == watched[19:4]));
            if (\chip.look_1 && \chip.cascade_1 ) assert (shows_slot == cascade_watched);
            if (\chip.look_1 ) assert (!unknown);
            if (two && !\chip.skip_2 && at_2 == watched) assert (\chip.found == busy_1);
            if (two && \chip.skip_2 && at_2[19:4] == watched[19:4]) assert (\chip.found || !busy_1);
            if (\chip.look_2 && \chip.cascade_2 && cascade_watched) assert (\chip.found == busy_1);
            if (past_pause || past_2_pause) assert (!\chip.may_look );
        end

        // Never beyond what there is.
        assert (under_way <= here);
        assert (step <= 16 && past_step <= 16);
        if (\chip.has_skipped ) assert (\chip.look_3 );
        if (\chip.has_walked && !ready) assert (\chip.look_3 );
        if (past_step != 0 && !(cascading && slot == 0)) assert (\chip.look_4 || \chip.look_1 || !running );
        assert (some == (past_here >= 1) && eight == (past_here >= 8) && far == (past_here >= 96));
        assert (here + past_step >= past_here || here >= 240);
        if (urgent[0]) assert (!\chip.may_look );
        if (urgent[1:0] == 3) assert (!\chip.look_1 );
        if (urgent[2:0] == 7) assert (!\chip.look_2 );
        assert (urgent[0] == (carried[0] && (all_ticks[7:0] - past_step) >> 7));
        if (carry_waits) assert (low + length_2 + length_1 <= (!all_ticks[7] ? 175 : urgent[0] ? 208 : 191));
        if (carried[0]) assert (low + length_2 + length_1 <= 208);
        if (carried[1]) assert (low + length_2 <= 209);
        if (carried[2]) assert (low <= 210);

        // The end of the lap, and the cascade.
        assert (cascading == (\steps.state != IDLE) && \steps.state <= WAIT);
        assert (waiting == (\steps.state == WAIT));
        assert (upper == (\steps.level != 0));
        if (!cascading) assert (\steps.level == 0);
        assert (2'd0 + (\chip.look_1 && \chip.cascade_1 ) + (\chip.look_2 && \chip.cascade_2 )
            == (\steps.state == WAIT));
        if (cascading) begin
            assert (running && slot == 0 && wheel < count && !ready);
            if (\steps.state != WAIT) assert (looks == 0);
            if (upper) assert (looks <= 1);
            else assert (\steps.state >= ASK && cascade_slot == 0 && cascade_word == 0);
            if (\chip.cascade_1 && \chip.look_1 ) assert (!\chip.look_2 );
            if (\steps.state == LOOK) assert (\steps.highest == (wheel + 4'd1 == count));
            if (\steps.state == WAIT) assert (wheel == past_wheel);
        end
        if (ready) assert (running && slot == 0 && looks == 0 && !\chip.look_3 && !\chip.stops && !back && !held
            && !uncleared && here != 0 && step == 1 && !past_commit);
    end

    // How fast it goes on. For how many clocks, at most, nothing has been passed though nothing was in the way; what
    // has not been asked for; whether the word of the next visit, or of the one after the look under way, is walked.
    wire [3:0] since_look = \chip.look_3 ? 4'd0 : \chip.look_4 ? 4'd1 : 4'd2;
    wire [3:0] since_pass = looks == 0 ? since_look : \chip.look_2 ? 4'd4 : 4'd3;
    wire [3:0] since = back ? 4'd1 : back_1 ? 4'd2 : back_2 ? (\chip.look_1 ? 4'd3 : 4'd1) : since_pass;
    wire [11:0] unasked = here - under_way;
    wire partial = (slot | 20'hf) > last_slot, next_partial = (slot_1 | 20'hf) > last_slot;
    always @* if (started && !running) assert (!\chip.word_is_busy && !was_busy && !was_skip);
    always @* if (started && running) begin
        if (!past_clear) assert (\chip.may_look
            == (past_running && !past_pause && !past_2_pause && !back && !\chip.stops && !held && !uncleared && !urgent[0]));
        if (!past_running) assert (gap == 0 && here == 0 && owed == 0 && waits == 0);
        if (back) assert (!\chip.look_3 );
        if (back_1 || back_2) assert (!\chip.look_3 && !\chip.look_4 );
        assert (here <= past_here + 1 || here >= 1024);
        // A word that has been found not to be empty.
        if (was_busy) assert (\chip.word_is_busy && !(\chip.look_1 && \chip.skip_1 ) && !(\chip.look_2 && \chip.skip_2 )
            && slot[3:0] <= FULL);
        if (\chip.word_is_busy ) assert (!partial && (back || (at_0[19:4] == slot[19:4] && at_0 >= slot)));
        if (\chip.word_is_busy && (slot[3:0] == 0 || (FULL && slot == 1))) assert (was_busy);

        if (length_1 > 1) assert (past_far);
        if (length_2 > 1) assert (past_2_far);
        if (length_1 == 1 && first(at_1)) assert (!past_far || was_busy);
        if (length_2 == 1 && first(at_2)) assert (!past_2_far || was_busy);

        assert (past_left == (past_cascading || past_here != past_step));
        if (!past_left || urgent[0]) assert (waits == 0);
        if (!cascading && !ready) assert (waits <= since + (was_busy ? 4 : 0));
        if (!cascading && \chip.look_2 && \chip.skip_2 ) assert (waits <= 4);
        // In a cascade.
        if (lap_waits) assert (!\chip.word_is_busy && !was_busy);
        if (ready || (past_cascading && !cascading)) assert (waits == 0);
        if (cascading) begin
            if (\steps.state == PICK) begin
                assert (looked == 0 ? !\steps.picked : \steps.picked == past_granted);
                assert (denied <= DENIED && looked <= DENIED + 1 && (\steps.picked || looked <= denied));
            end
            if (\steps.state == PICK || \steps.state == LOOK) assert (waits <= CLIMB * wheel - CLIMB + looked);
            if (\steps.state == ASK) assert (waits <= 3 * CLIMB + past_ask);
            if (back || back_1) assert (waits <= since);
            if (\steps.state == WAIT) assert (waits <= 3 * CLIMB + (\chip.look_1 && \chip.cascade_1 ? 2 : 3));
        end
        if (\chip.stops ) assert (waits == 0 && (held || uncleared) && !was_busy);

        if (urgent[0]) assert (owed == 0);
        if (!lap_waits && unsteady == 0) begin
            if (was_busy || (was_skip && partial)) assert (owed <= (was_busy ? 5 : 6) + since);
            else if (looks == 0 || !\chip.look_2 ) assert (owed <= 2 + since || \chip.stops );
            else assert (owed <= 6);
            if (\chip.look_2 && !\chip.look_1 && !(\chip.skip_2 && next_partial) && !(FULL && \chip.wraps_2 ))
                assert (owed <= 2);
            assert (past_far == past_2_far);
        end
        if (fresh) begin
            assert (gap == here && unasked <= 12);
            if (urgent[0]) assert (gap <= 8);
            assert (length_1 <= 1 && length_2 <= 1 && step <= 1 && !far);
            if (!\chip.look_1 ) assert (unasked <= (\chip.look_2 ? 8 : 9 + since));
        end
        assert (((gap - here) & 1023) == 0);
        assert (past_here <= past_gap && gap + past_step >= past_gap);
    end
