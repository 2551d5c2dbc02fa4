"""The short tier, `make test`: what finds a fault within seconds to a minute."""

import sys

from steps import Step, run_all


def make(target, *after, shown=False, words=()):
    """A Make target as a step."""
    built = ["BUILT=yes"] if "build" in after else []
    return Step(target, ("make", "--no-print-directory", target, *built, *words), after, shown)


# Building is the longest, so all that does not wait for it comes before or beside it, and the rest after it. Cargo
# locks its folder while it compiles, so clippy, the documentation and the packages follow each other. The tests share
# the machine with short checks only: some of them talk to the laboratory or over a serial line.
STEPS = (
    make("compilers"),
    make("libuv", "compilers"),
    make("python-tools", "libuv"),
    make("rust-targets", "compilers"),
    make("build", "python-tools", "rust-targets"),
    make("chromium", "python-tools"),
    make("simulators", "chromium"),
    make("check-format", "python-tools"),
    make("check-chain"),
    make("test-rust", "build", shown=True),
    make("clippy", "test-rust"),
    make("doc", "clippy"),
    make("check-api", "doc"),
    make("check-c", "check-api"),
    make("check-packages", "check-c"),
    make("lint-verilog", "build"),
    make("check-yosys", "build"),
    make("check-boards", "build"),
    make("check-ip", "build"),
    make("check-simulators", "build", "simulators"),
    make("check-assertions", "build"),
    make("check-left-out", "build"),
    make("check-area", "build"),
    make("check-memories", "build"),
    make("check-figures", "build"),
    make("lab-test", "build", "test-rust", "chromium"),
    make("prove", "build", "test-rust", words=["ARGS=--short"]),
    make("check-long", "prove"),
)

if __name__ == "__main__":
    sys.exit(run_all(STEPS))
