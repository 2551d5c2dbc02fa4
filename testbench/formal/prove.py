"""Runs the proofs of this folder, about hdl/verilog and the flawed chips that `make chips` writes: `make prove`.

Without names it runs all that must pass; with `--short` those that take seconds; with `--long` the others, which are in
the long tier (.ci/long.py), as those that must fail are. What the solver has to say is in target/formal, one folder for
each task, with a trace wherever a proof has failed.
"""

import argparse
import itertools
import os
import pathlib
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

import sby

HERE = pathlib.Path("testbench/formal")
WORK = pathlib.Path("target/formal")
# In the order of their README.
PROOFS = (
    "wishbone axi_lite apb registers interrupt alarm coalescing vector_level top_level time_base busy_bits arming "
    "late_check visits cascade wide_counter backlog timer_interrupt record_port timer_events expiry lag placing "
    "list_sweep"
).split()
# So end the names of a proof's tasks that are left to the long tier.
LONG_TASK = "_long"
# Each of their tasks must fail, and says so by `expect`.
MUTANTS = ["mutants", "bus_adapter_mutants", "host_mutants", "timer_mutants"]
# More than ten seconds each; the one with the longest tasks, which would otherwise be waited for, comes first.
LONG = (
    "list_engine tick_counts list_waits read_back cursor wheels look_ahead scan event_fifo spi uart next_expiry "
    "integration end_to_end"
).split()
# What a failed task says of itself. A mutant's assertions fail as they must.
TELLING = re.compile(r"Error|ERROR|failed assertion|nreached|rc=[1-9]")
TELLING_OF_MUTANTS = re.compile(r"Error|ERROR|rc=[1-9]")


def tasks(proof, tier):
    """The tasks of a proof of a tier: all, those that are not long, or only those that are."""
    listed = sby.asked(["--dumptasks", f"{proof}.sby"], HERE)
    if tier == "long" and proof not in LONG:
        return [task for task in listed if task.endswith(LONG_TASK)]
    return [task for task in listed if tier != "short" or not task.endswith(LONG_TASK)]


def run(proof, task):
    """Runs a task. Returns the seconds, and what is wrong or an empty text."""
    begin = time.monotonic()
    folder = f"{proof}_{task}"
    log = WORK / f"{folder}.log"
    # A folder of its own (`-d`): with `--prefix` all share one status database, which a task removes as it begins.
    place = os.path.relpath(WORK / folder, HERE)
    status = sby.run(["-d", place, "-f", f"{proof}.sby", task], HERE, log)
    wrong = ""
    if status != 0:
        telling = TELLING_OF_MUTANTS if proof in MUTANTS else TELLING
        said = [line for line in log.read_text().splitlines() if telling.search(line)]
        wrong = "\n".join([*said, f"{proof} {task}: not as it must be; the whole log is {log}"])
    return time.monotonic() - begin, wrong


def main():
    """Proves; returns the exit status."""
    parser = argparse.ArgumentParser(prog="prove.py", description=__doc__.splitlines()[0])
    parser.add_argument("proofs", nargs="*", metavar="proof", help="only these, as in `cursor visits`")
    tiers = parser.add_mutually_exclusive_group()
    tiers.add_argument("--short", action="store_true", help="those that take seconds")
    tiers.add_argument("--long", action="store_true", help="those that take longer")
    arguments = parser.parse_args()
    tier = "short" if arguments.short else "long" if arguments.long else "all"
    proofs = arguments.proofs or [*([] if arguments.short else LONG), *PROOFS]
    known = [*PROOFS, *LONG, *MUTANTS]
    if unknown := set(proofs) - set(known):
        parser.error(f"there is no proof {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    failed = set()
    WORK.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        listed = dict(zip(proofs, pool.map(lambda proof: tasks(proof, tier), proofs)))
        # All tasks of all proofs in one row, so that no processor waits for the last task of a proof.
        running = {
            pool.submit(run, proof, task): proof
            for proof, task in itertools.chain(*([(proof, task) for task in listed[proof]] for proof in proofs))
        }
        left = {proof: len(listed[proof]) for proof in proofs}
        seconds = dict.fromkeys(proofs, 0.0)
        for done in as_completed(running):
            proof = running[done]
            took, wrong = done.result()
            left[proof] -= 1
            seconds[proof] += took
            if wrong:
                failed.add(proof)
                print(wrong, file=sys.stderr, flush=True)
            if left[proof] == 0 and proof not in failed:
                print(f"{proof}: {len(listed[proof])} tasks, {seconds[proof]:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
