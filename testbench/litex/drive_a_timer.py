"""LiteX's own client on a Carillon chip with a UART: reads ID, sets a timer, waits for it, acknowledges it.

    python drive_a_timer.py PORT [BAUD]

PORT is that of a board, or the one that `carillon board --pty` prints. Uses CommUART of the package litex and the
registers' names of regmap/generated/carillon.h. Prints one line a step and ends with status 0 if all was as it must be.
CARILLON_HELD_UP is a number of milliseconds for which the client does nothing after each write to the port.
"""

import os
import re
import sys
import time
from pathlib import Path

from litex.tools.remote.comm_uart import CommUART

HEADER = Path(__file__).resolve().parents[2] / "regmap/generated/carillon.h"
# Of a macro of an array's index the offset of element 0.
DEFINE = re.compile(r"#define CARILLON_(\w+)(?:\(k\) \()? ?(?:UINT32_C\((\w+)\)|(\d+))")

# A wheel of so many slots, ticks of so many clocks, and a timer that runs for so many ticks.
SLOTS = 1000
CLOCKS = 200
INTERVAL = 2500


def constants():
    """Every number that the header defines, by its name without the prefix."""
    found = DEFINE.findall(HEADER.read_text())
    return {name: int(hexadecimal or decimal, 0) for name, hexadecimal, decimal in found}


class Line(CommUART):
    """Sends each frame in one piece, and does not wait for ever.

    CommUART writes a frame in pieces. If the client is held up between two of them for longer than a pause (2^14 bit
    times, 16 ms at 1 Mbaud), the chip forgets the first, never answers, and CommUART would wait for ever.
    """

    PATIENCE = 60

    def __init__(self, port, baud):
        super().__init__(port, baud)
        self.port.timeout = self.PATIENCE
        self.held_up = float(os.environ.get("CARILLON_HELD_UP", 0)) / 1000
        self.pieces = b""

    def _write(self, data):
        self.pieces += bytes(data)

    def _read(self, length):
        self.send()
        answer = self.port.read(length)
        if len(answer) < length:
            sys.exit(f"no answer within {self.PATIENCE} s")
        return answer

    def write(self, addr, data, burst="incr"):
        super().write(addr, data, burst)
        self.send()

    def send(self):
        """Sends the frame that is complete now."""
        super()._write(self.pieces)
        self.pieces = b""
        time.sleep(self.held_up)


class Chip:
    """The registers by name."""

    def __init__(self, port, baud):
        self.constants = constants()
        self.line = Line(port, baud)
        self.line.open()

    def read(self, register):
        return self.line.read(self.constants[f"{register}_OFFSET"])

    def write(self, register, word):
        self.line.write(self.constants[f"{register}_OFFSET"], word)

    def mask(self, field):
        return self.constants[f"{field}_MASK"]

    def field(self, name, word):
        return (word & self.mask(name)) >> self.constants[f"{name}_SHIFT"]

    def put(self, name, value):
        return value << self.constants[f"{name}_SHIFT"] & self.mask(name)


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what} is {found:#x} and must be {wanted:#x}")
    print(f"{what} is {found:#x}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    chip = Chip(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 1_000_000)
    expect("ID", chip.read("ID"), chip.constants["ID_VALUE"])

    chip.write("CTRL", chip.mask("CTRL_RESET"))
    while not chip.read("STATUS") & chip.mask("STATUS_READY"):
        pass
    chip.write("PRESCALE", CLOCKS)
    chip.write("WHEEL_SIZE", SLOTS)
    chip.write("INTR_ENABLE", chip.mask("INTR_ENABLE_EVENT"))
    expect("ERROR", chip.read("ERROR"), 0)
    chip.write("CTRL", chip.mask("CTRL_ENABLE"))

    due = chip.read("NOW_LO") + INTERVAL
    slot, lap = due % SLOTS, due // SLOTS
    chip.write("ARM", chip.put("ARM_SLOT", slot) | chip.put("ARM_LAP", lap))
    # Each visit of the slot is an event, up to the one at which the timer is due. A client that is slow may find some
    # more.
    ticks = []
    while True:
        event = chip.read("EVENT")
        if event & chip.mask("EVENT_VALID"):
            expect("the event's slot", chip.field("EVENT_SLOT", event), slot)
            ticks.append(chip.read("EVENT_TICK"))
            acknowledgement = chip.put("EVENT_ACK_SEQUENCE", chip.field("EVENT_SEQUENCE", event))
            disarm = chip.put("EVENT_ACK_DISARM", int(ticks[-1] >= due))
            chip.write("EVENT_ACK", acknowledgement | disarm)
        elif ticks and ticks[-1] >= due:
            break
    laps = due - ticks[0]
    expect("the first event's tick", ticks[0], due - laps // SLOTS * SLOTS)
    reached = [tick for tick in ticks if tick >= due]
    expect("the timer's tick", reached[0], due)
    expect("ERROR", chip.read("ERROR"), 0)
    print(f"the timer was reported at its tick, at visit {ticks.index(due) + 1} of its slot")


if __name__ == "__main__":
    main()
