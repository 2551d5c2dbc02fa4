"""Makes the bitstreams of all boards and writes what they take into docs/measured/boards.md: `make boards`.

measure.py <board>...
"""

import os
import pathlib
import sys

import bitstream
import document
import flow
import parts
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = document.Document("docs/measured/boards.md", "make boards")
REQUIREMENTS = pathlib.Path("requirements-area.txt")
HEAD = (
    "board",
    "part",
    "chip",
    "slots",
    "LUT4",
    "flip-flops",
    "block RAMs",
    "SPRAMs",
    "clock",
    "reached",
    "seed",
    "bytes",
)


def row(name):
    """One board: its bitstream is made, and what it took is told."""
    board = flow.Board(name)
    seed = bitstream.make(board)
    lut4, flip_flops, _ = parts.named(board.part).count(board.cells())
    return (
        f"`{name}`",
        board.part,
        f"`{board.chip}`",
        f"{board.plan['slots']:,}",
        lut4,
        flip_flops,
        "{} of {}".format(*board.used("block RAMs")),
        "{} of {}".format(*board.used("SPRAMs")) if "SPRAMs" in board.family.cells and board.used("SPRAMs")[1] else "",
        f"{board.plan['chip_hertz'] / 1e6:g} MHz",
        f"{board.chip_clock():.1f} MHz",
        seed,
        f"{board.bitstream.stat().st_size:,}",
    )


def main(names):
    """Measures all."""
    os.chdir(ROOT)
    DOCUMENT.split()
    rows = [row(name) for name in names]
    table = document.table(HEAD, rows, numbers_from=3)
    text = f"{tools.measured_by('make boards', REQUIREMENTS)}\n\n{table}"
    print(text)
    DOCUMENT.write(text)
    print(f"\nWritten into {DOCUMENT.path}.")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make boards: {failure}")
