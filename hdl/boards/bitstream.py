"""Makes a board's bitstream: `make bitstream BOARD=icebreaker`.

    bitstream.py <board>...

What the tools want to know is in target/boards/carillon_<board>.json, beside Verilog and constraints; the program
`board` has written it. Yosys synthesises, nextpnr places and routes until the timing is met at the clocks that the
board has, with up to SEEDS seeds, and the family's packer writes the bitstream, which stays as long as nothing changes
that it is made of. Prints what it took and how fast it may be; a clock that is not reached is a failure.
"""

import os
import pathlib
import sys
import time

import flow
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]

# How often place and route is tried before a board fails: with one seed it may miss a clock that it reaches with the
# next.
SEEDS = 6


def make(board):
    """Makes one board's bitstream, unless it is there. Returns the seed that met the timing."""
    begin = time.monotonic()
    print(f"{board.title}: {board.chip}, on {board.part}", flush=True)
    there = board.made_with()
    if there is None:
        board.synthesise()
    for seed in [there] if there else range(1, SEEDS + 1):
        met = there or board.place_and_route(seed)
        print(f"  seed {seed}: {board.clocks()}{'' if met else ', not met'}", flush=True)
        if met:
            break
    else:
        raise tools.ToolFailed(
            f"{board.name}: no seed of {SEEDS} meets the timing. Lower `chip_hertz` or the number of slots in "
            f"constraints/{board.name}.toml."
        )
    if there is None:
        board.pack()
        board.keep(seed)
    print(f"  {board.area()}")
    how = f"after {time.monotonic() - begin:.0f} s" if there is None else "as it was made before"
    print(f"  {board.bitstream}, {board.bitstream.stat().st_size:,} bytes, {how}", flush=True)
    return seed


def main(names):
    """Makes the bitstreams."""
    os.chdir(ROOT)
    for name in names:
        make(flow.Board(name))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make bitstream: {failure}")
