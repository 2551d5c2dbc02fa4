"""Fails when a part that a build leaves out leaves a register or a memory behind: `make check-left-out`.

`minimal` has none of the optional parts, `full` has them all; so this would fail, too, if it looked for the wrong
names. Logic without registers is not looked for: Yosys merges equal gates of two parts, and the one that is left bears
either's name.
"""

import os
import pathlib
import re
import sys

import chips
import tools

# As instances of the module `core` are called, after flattening: in what a flip-flop drives, and in a memory's name.
OPTIONAL = ("alarm", "coalescing", "look_ahead", "cascade")
STATE = re.compile(r"^\s*(?:connect \\Q|cell \$mem\S*) .*?\\core\.(?:host\.)?(?:with_\w+\.)?(\w+)\.", re.MULTILINE)
WORK = pathlib.Path("target/area")


def with_state(chip):
    """The parts of a chip that hold a register or a memory."""
    listing = WORK / f"{chip.name}-state.txt"
    listing.unlink(missing_ok=True)
    tools.yosys(
        f"{chip.read()}; hierarchy -check -top {chip.top}; proc; flatten; memory_collect; opt -full; "
        "opt_clean -purge; "
        f"tee -q -o {listing} dump t:$dff* t:$sdff* t:$mem*",
        WORK / f"{chip.name}-state",
    )
    return set(STATE.findall(listing.read_text()))


def main():
    """Looks at both presets; the message of a failure says what was found."""
    os.chdir(pathlib.Path(__file__).resolve().parents[2])
    WORK.mkdir(parents=True, exist_ok=True)
    everything, least = (with_state(chips.MEASURED[name]) for name in ("full", "minimal"))
    if missing := [part for part in OPTIONAL if part not in everything]:
        sys.exit(
            f"make check-left-out: `full` has no register in {', '.join(missing)}; "
            "correct OPTIONAL in testbench/area/left_out.py"
        )
    if "cursor" not in least:
        sys.exit(
            "make check-left-out: `minimal` has no register in its cursor; correct STATE in testbench/area/left_out.py"
        )
    if left := [part for part in OPTIONAL if part in least]:
        sys.exit(f"make check-left-out: `minimal` leaves out {', '.join(left)}, which still have registers")
    print(f"`minimal` has no register or memory in {', '.join(OPTIONAL)}.")


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, OSError) as failure:
        sys.exit(f"make check-left-out: {failure}")
