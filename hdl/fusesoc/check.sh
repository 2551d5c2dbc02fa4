#!/usr/bin/env bash
# Holds carillon.core against FuseSoC: the core is found, its files are there, and its lint targets run clean.
#
#     fusesoc.sh <folder of the Python tools>
set -euo pipefail

fusesoc=$(realpath "$1")/fusesoc
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=target/fusesoc
rm -rf "$work"
mkdir -p "$work"
# An empty configuration, so that no library of the user's is looked at.
touch "$work/fusesoc.conf"

# FuseSoC looks for cores in whole folders; this one holds the core alone.
mkdir -p "$work/core/hdl"
cp carillon.core "$work/core/"
cp -r hdl/verilog "$work/core/hdl/"

"$fusesoc" --config "$work/fusesoc.conf" --cores-root "$work/core" core show ::carillon >"$work/show.log"
# Where no rule of Verilator's is broken, the status is 0.
lint() {
    local target=$1
    shift
    if ! "$fusesoc" --config "$work/fusesoc.conf" --cores-root "$work/core" \
        run --work-root "$work/$target" --target "$target" ::carillon "$@" >"$work/$target.log" 2>&1; then
        tail -n 20 "$work/$target.log" >&2
        echo "fusesoc: the target \`$target\` of carillon.core fails" >&2
        exit 1
    fi
}
lint lint --WHEELS 2 --ALARM 1
lint lint_timer --TIMER_BITS 10
echo "fusesoc: $(grep -m 1 -i '^Name' "$work/show.log" || head -n 1 "$work/show.log")"
