"""Runs commands side by side where they do not wait for each other, and says how long each has taken.

What a step says goes to target/steps/<step>.log. It is shown where the step fails, or is one to be shown. A step that
fails keeps only those from running that need what it makes.
"""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass

from tell import TELL_EVERY, going_on

LOGS = pathlib.Path("target/steps")
# So many run at a time; most of them use more than one core.
SIDE_BY_SIDE = 2
# Seconds that a step has to end after it was told to.
TO_END = 20


@dataclass(frozen=True)
class Step:
    """A command."""

    name: str
    command: tuple
    # The steps that must have passed before it.
    needs: tuple = ()
    # The steps that must be over before it, passed or not.
    after: tuple = ()
    # What it says is printed in any case, after everything else.
    shown: bool = False
    # Seconds after which it is ended, and has failed.
    limit: float = 6 * 3600

    @property
    def log(self):
        """Where its output goes."""
        return LOGS / f"{self.name}.log"

    def last_line(self):
        """What it has said last."""
        lines = self.log.read_text(errors="replace").split("\n") if self.log.exists() else []
        return next((line.strip()[:80] for line in reversed(lines) if line.strip()), "")


class Processes:
    """The processes of the steps that run. Each step is a session of its own, so that all of it can be ended."""

    def __init__(self):
        self.lock = threading.Lock()
        self.running = {}
        self.ended = False

    def run(self, step):
        """Runs a step; returns its exit status and its seconds."""
        begin = time.monotonic()
        with open(step.log, "w") as output:
            streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": output}
            try:
                with self.lock:
                    if self.ended:
                        return 1, 0
                    process = subprocess.Popen(step.command, start_new_session=True, **streams)
                    self.running[step.name] = process
            except OSError as error:
                print(f"{step.command[0]} does not start: {error}", file=output)
                return 1, 0
            try:
                process.wait(step.limit)
            except subprocess.TimeoutExpired:
                end(process)
                print(f"It was ended after {step.limit} s.", file=output)
            with self.lock:
                del self.running[step.name]
        return process.returncode, time.monotonic() - begin

    def going_on(self, step):
        """What a step does: the programs that it runs, or what it has said last."""
        with self.lock:
            process = self.running.get(step.name)
        return process and going_on(process.pid) or step.last_line()

    def end(self):
        """Ends all that run, and lets no other begin."""
        with self.lock:
            self.ended = True
            left = list(self.running.values())
        for process in left:
            end(process)


def end(process):
    """Ends a process that was started in a session of its own, and all that it has started there."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(TO_END)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait()


def say(text):
    """Prints at once, for those who watch a build server."""
    print(text, flush=True)


def show(step):
    """Prints what a step has said."""
    say(f"\n--- {step.name}: {' '.join(step.command)}\n{step.log.read_text(errors='replace').rstrip()}")


class Outcome:
    """What has become of the steps so far."""

    def __init__(self, steps):
        self.waiting = list(steps)
        self.took, self.failed, self.reasons = {}, {}, {}

    def is_over(self, name):
        return name in self.took or name in self.failed or name in self.reasons

    def next(self):
        """The first step that can run now. Those that never can are named with the reason."""
        for step in list(self.waiting):
            missing = [name for name in step.needs if name in self.failed or name in self.reasons]
            if missing:
                self.waiting.remove(step)
                why = "failed" if missing[0] in self.failed else "was not run"
                self.reasons[step.name] = f"it needs {missing[0]}, which {why}"
                return self.next()
            if all(self.is_over(name) for name in (*step.needs, *step.after)):
                self.waiting.remove(step)
                return step
        return None

    def table(self, clock):
        """Prints what has become of each step, the longest first."""
        say(f"\n{'step':<20} seconds")
        both = [(name, seconds, "") for name, seconds in self.took.items()]
        both += [(name, seconds, "  failed") for name, seconds in self.failed.items()]
        for name, seconds, how in sorted(both, key=lambda one: -one[1]):
            say(f"{name:<20} {seconds:7.0f}{how}")
        for name, reason in self.reasons.items():
            say(f"{name:<20}       -  not run: {reason}")
        say(f"{'all, by the clock':<20} {clock:7.0f}")


def run_all(steps, before=lambda step: None, passed=lambda step, seconds: None):
    """Runs each step once those that it waits for are over, in their order. Calls `before` before each, and `passed`
    after each that has passed. Returns the exit status.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    outcome, running, processes = Outcome(steps), {}, Processes()
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        try:
            while True:
                while len(running) < SIDE_BY_SIDE and (step := outcome.next()):
                    say(f"{step.name} ...")
                    before(step)
                    running[pool.submit(processes.run, step)] = step, time.monotonic()
                if not running:
                    break
                over = wait(running, timeout=TELL_EVERY, return_when=FIRST_COMPLETED).done
                if not over:
                    now = time.monotonic()
                    told = (
                        f"{step.name} {now - since:.0f} s: {processes.going_on(step)}"
                        for step, since in running.values()
                    )
                    say(f"  {' | '.join(told)}")
                for done in over:
                    step, _ = running.pop(done)
                    status, seconds = done.result()
                    if status == 0:
                        outcome.took[step.name] = seconds
                        say(f"{step.name}: {seconds:.0f} s")
                        passed(step, seconds)
                    else:
                        outcome.failed[step.name] = seconds
                        show(step)
                        say(f"{step.name}: failed after {seconds:.0f} s; the whole output is in {step.log}\n")
        except BaseException:
            processes.end()
            raise
    outcome.table(time.monotonic() - begin)
    for step in steps:
        if step.shown and step.name in outcome.took:
            show(step)
    if outcome.failed:
        names = [step.name for step in steps]
        say(f"\nfailed: {', '.join(sorted(outcome.failed, key=names.index))}")
        for name in sorted(outcome.reasons, key=names.index):
            say(f"not run: {name}: {outcome.reasons[name]}")
    return 1 if outcome.failed else 0


def ended_by_signals(main):
    """Runs `main`, and ends what it has started where a signal ends it. Returns its exit status."""

    def stop(number, _):
        sys.exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Who starts this by `nohup` wants it to go on.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)
    return main()
