"""Runs commands side by side where they do not wait for each other, and says how long each has taken.

What a step says goes to target/steps/<step>.log. It is shown where the step fails, or is one to be shown.
"""

import pathlib
import subprocess
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass

LOGS = pathlib.Path("target/steps")
# So many run at a time; most of them use more than one core.
SIDE_BY_SIDE = 2


@dataclass(frozen=True)
class Step:
    """A command, and the steps that must have passed before it."""

    name: str
    command: tuple
    after: tuple = ()
    # What it says is printed in any case, after everything else.
    shown: bool = False

    @property
    def log(self):
        """Where its output goes."""
        return LOGS / f"{self.name}.log"


def run(step):
    """Runs a step; returns its exit status and its seconds."""
    begin = time.monotonic()
    with open(step.log, "w") as output:
        ended = subprocess.run(step.command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False)
    return ended.returncode, time.monotonic() - begin


def say(text):
    """Prints at once, for those who watch a build server."""
    print(text, flush=True)


def show(step):
    """Prints what a step has said."""
    say(f"\n--- {step.name}: {' '.join(step.command)}\n{step.log.read_text(errors='replace').rstrip()}")


def table(took, clock):
    """Prints how long each step has taken, the longest first."""
    say(f"\n{'step':<20} seconds")
    for name, seconds in sorted(took.items(), key=lambda pair: -pair[1]):
        say(f"{name:<20} {seconds:7.0f}")
    say(f"{'all, by the clock':<20} {clock:7.0f}")


def run_all(steps, before=lambda step: None, passed=lambda step, seconds: None):
    """Runs each step once those that it waits for have passed, in their order. Calls `before` before each, and `passed`
    after each that has passed. Returns the exit status.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    waiting, running, took, failed = list(steps), {}, {}, []
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        while True:
            ready = [step for step in waiting if all(name in took for name in step.after)]
            for step in ready[: SIDE_BY_SIDE - len(running)]:
                say(f"{step.name} ...")
                waiting.remove(step)
                before(step)
                running[pool.submit(run, step)] = step
            if not running:
                break
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                step = running.pop(done)
                status, seconds = done.result()
                if status == 0:
                    took[step.name] = seconds
                    say(f"{step.name}: {seconds:.0f} s")
                    passed(step, seconds)
                else:
                    failed.append(step.name)
                    show(step)
                    say(f"{step.name}: failed after {seconds:.0f} s; the whole output is in {step.log}\n")
    table(took, time.monotonic() - begin)
    for step in steps:
        if step.shown and step.name in took:
            show(step)
    if failed:
        left = f"; not run: {', '.join(step.name for step in waiting)}" if waiting else ""
        say(f"\nfailed: {', '.join(failed)}{left}")
    return 1 if failed else 0
