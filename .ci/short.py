"""The short tier, `make test`: what finds a fault within seconds to a minute."""

import sys

from steps import Step, ended_by_signals, run_all

# Seconds after which a step does not come to an end any more, on a machine that has no time.
LIMIT = 2 * 3600


def make(target, *needs, after=(), shown=False, words=()):
    """A Make target as a step."""
    built = ["BUILT=yes"] if "build" in needs else []
    command = ("make", "--no-print-directory", target, *built, *words)
    return Step(target, command, needs, after, shown, LIMIT)


# Building is the longest, so all that does not wait for it comes before or beside it, and the rest after it. Cargo
# locks its folder while it compiles, so clippy, the documentation and the packages follow each other, and so does what
# installs packages. The tests share the machine with short checks only: some of them talk to the laboratory or over a
# serial line.
STEPS = (
    make("libuv"),
    make("python-tools", after=("libuv",)),
    make("rust-targets"),
    make("build", "python-tools", "rust-targets", "libuv"),
    make("chromium", after=("python-tools",)),
    make("simulators", after=("chromium",)),
    make("check-format", "python-tools"),
    make("check-chain"),
    make("test-rust", "build", shown=True),
    make("clippy", "python-tools", "rust-targets", after=("test-rust",)),
    make("doc", "python-tools", after=("clippy",)),
    make("check-api", after=("doc",)),
    make("check-c", after=("check-api",)),
    make("check-panics", "rust-targets", after=("check-c",)),
    make("check-packages", after=("check-panics",)),
    make("lint-verilog", "build", "simulators"),
    make("check-yosys", "build"),
    make("check-boards", "build"),
    make("check-ip", "build", "simulators"),
    make("check-simulators", "build", "simulators"),
    make("check-assertions", "build", "simulators"),
    make("check-left-out", "build"),
    make("check-area", "build"),
    make("check-memories", "build"),
    make("check-figures", "build"),
    make("lab-test", "build", "chromium", after=("test-rust",)),
    make("prove", "build", after=("test-rust",), words=["ARGS=--short"]),
    make("check-long", "build", after=("prove",)),
)

if __name__ == "__main__":
    sys.exit(ended_by_signals(lambda: run_all(STEPS)))
