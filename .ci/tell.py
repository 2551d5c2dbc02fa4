"""Runs a command, and says every 20 seconds what is going on.

    tell.py cargo build ...

Nothing is said while all is quick. The exit status is the command's.
"""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time

# Seconds from one line to the next.
TELL_EVERY = 20
# Of the programs that run at a time, so many are named.
MOST = 3


def descendants(process):
    """The numbers of the processes that a process has started, and those have."""
    parents = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The name may have blanks and brackets; what follows it has none.
            parent = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[1]
            parents.setdefault(int(parent), []).append(int(folder.name))
    found, left = [], [process]
    while left:
        more = parents.get(left.pop(), [])
        found += more
        left += more
    return found


def job(words, folder):
    """What a program does, from its command line and its folder; `None` where that tells nothing."""
    name = os.path.basename(words[0])
    sources = [os.path.basename(word) for word in words[1:] if word.endswith((".c", ".cc", ".cpp"))]
    if name == "rustc" and "--crate-name" in words[:-1]:
        crate = words[words.index("--crate-name") + 1]
        return None if crate == "___" else f"compiles {crate}"
    if name.startswith("build-script"):
        return f"runs the build script of {os.path.basename(folder)}"
    if name.startswith("verilator"):
        return "runs Verilator"
    if name.startswith("cc1") and sources:
        return f"compiles {sources[-1]}"
    return None


def going_on(process):
    """What the programs do that a process has started, in a few words."""
    found = []
    for one in descendants(process):
        with contextlib.suppress(OSError):
            place = pathlib.Path(f"/proc/{one}")
            words = (place / "cmdline").read_bytes().decode(errors="replace").split("\0")
            does = job(words, os.readlink(place / "cwd"))
            if does and does not in found:
                found.append(does)
    # A build script only waits for the compilers that it has started.
    found.sort(key=lambda does: "script" in does)
    more = f", and {len(found) - MOST} more" if len(found) > MOST else ""
    return ", ".join(found[:MOST]) + more


def main():
    """Runs the command; returns its exit status."""
    begin = time.monotonic()
    with subprocess.Popen(sys.argv[1:]) as process:
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        while True:
            try:
                status = process.wait(TELL_EVERY)
                return 128 - status if status < 0 else status
            except subprocess.TimeoutExpired:
                does = going_on(process.pid) or os.path.basename(sys.argv[1])
                print(f"  {time.monotonic() - begin:.0f} s: {does}", file=sys.stderr, flush=True)
            except KeyboardInterrupt:
                # The command has been interrupted as well, and says what it has to say.
                continue


if __name__ == "__main__":
    sys.exit(main())
