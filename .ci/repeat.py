"""Runs steps of the short tier time and again, in different circumstances: a test must not depend on them.

    repeat.py                           the steps with a thread, a process, a clock or a browser, 10 times in each of
                                        the circumstances idle and busy
    repeat.py lab-test --times 3        this step
    repeat.py test --times 2 --in idle  the whole tier (`make test`)
    repeat.py --table                   run nothing, print what came of the runs so far

Circumstances: idle; busy, beside two busy loops for each processor; signals, with SIGINT and SIGHUP ignored, as by
`nohup`; bare, without TZ, LANG and HOME. No step has a terminal. `make build chromium simulators` has to come before.

Each run is noted in target/repeat/runs.json, so that this goes on where it was stopped; remove that file after a
change. The output of a run that failed stays in target/repeat. The exit status is 1 if one has failed.
"""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time

from short import STEPS
from steps import Processes, Step, ended_by_signals, say

FOLDER = pathlib.Path("target/repeat")
NOTES = FOLDER / "runs.json"
CIRCUMSTANCES = {
    "idle": (),
    "busy": (),
    "signals": ("env", "--ignore-signal=INT,HUP"),
    "bare": ("env", "--unset=TZ", "--unset=LANG", "--unset=HOME"),
}
USUAL = ("test-rust", "lab-test", "check-c", "check-simulators")
WHOLE = tuple(Step(name, ("make", name)) for name in ("test", "run"))
BUSY = (sys.executable, "-c", "while True: pass")


@contextlib.contextmanager
def busy_loops(number):
    """Keeps processors busy for as long as the block takes."""
    loops = [subprocess.Popen(BUSY) for _ in range(number)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def noted():
    """The runs so far."""
    return json.loads(NOTES.read_text()) if NOTES.exists() else []


def run_once(step, circumstance, processes):
    """Runs a step in a circumstance and notes what came of it."""
    log = FOLDER / f"{step.name}-{circumstance}-{time.strftime('%m%dT%H%M%S')}.log"

    class Logged(Step):
        """The same step, with a log of its own."""

        @property
        def log(self):
            return log

    command = (*CIRCUMSTANCES[circumstance], *step.command)
    loops = 2 * (os.cpu_count() or 1) if circumstance == "busy" else 0
    with busy_loops(loops):
        status, seconds = processes.run(Logged(step.name, command))
    if status == 0:
        log.unlink()
    runs = noted()
    runs.append({"step": step.name, "circumstance": circumstance, "status": status, "seconds": round(seconds, 1)})
    NOTES.write_text(json.dumps(runs, indent=1) + "\n")
    say(f"{step.name}, {circumstance}: " + (f"{seconds:.0f} s" if status == 0 else f"FAILED, see {log}"))


def table():
    """Prints what came of the runs; returns the exit status."""
    runs, failed = noted(), 0
    say(f"\n{'step':<20} {'circumstance':<12} {'runs':>5} {'failures':>8} {'longest':>8}")
    for step, circumstance in dict.fromkeys((one["step"], one["circumstance"]) for one in runs):
        these = [one for one in runs if (one["step"], one["circumstance"]) == (step, circumstance)]
        failures = sum(one["status"] != 0 for one in these)
        longest = max(one["seconds"] for one in these)
        failed += failures
        say(f"{step:<20} {circumstance:<12} {len(these):>5} {failures:>8} {longest:>6.0f} s")
    return 1 if failed else 0


def main():
    """Runs what is asked for; returns the exit status."""
    known = {step.name: step for step in (*STEPS, *WHOLE)}
    parser = argparse.ArgumentParser(
        prog="repeat.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("steps", nargs="*", metavar="step", help="of `make test`, or test or run")
    parser.add_argument("--times", type=int, default=10, help="how often in each circumstance")
    parser.add_argument("--in", nargs="+", dest="where", choices=CIRCUMSTANCES, default=["idle", "busy"])
    parser.add_argument("--table", action="store_true", help="run nothing")
    arguments = parser.parse_args()
    if unknown := set(arguments.steps) - set(known):
        parser.error(f"there is no step {', '.join(sorted(unknown))}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    processes = Processes()
    try:
        # Side by side in time, so that a run that was stopped has some of each.
        for number in range(0 if arguments.table else arguments.times):
            for name in arguments.steps or USUAL:
                for where in arguments.where:
                    done = sum((one["step"], one["circumstance"]) == (name, where) for one in noted())
                    if done <= number:
                        run_once(known[name], where, processes)
    finally:
        processes.end()
    return table()


if __name__ == "__main__":
    sys.exit(ended_by_signals(main))
