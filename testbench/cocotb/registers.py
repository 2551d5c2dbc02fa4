"""The register map, from the C headers that regmap/ exports."""

import pathlib
import re

GENERATED = pathlib.Path(__file__).resolve().parents[2] / "regmap/generated"


class Registers:
    """The constants of one header: `offset("WHEEL_SIZE", 1)`, `get("EVENT_SLOT", word)`, `put("ARM_SLOT", 5)`."""

    def __init__(self, header, prefix):
        text = (GENERATED / header).read_text()
        define = rf"^#define {prefix}_(\w+?)(?:\(k\))? \(?(?:UINT32_C\()?(0x[0-9A-F]+|\d+)\b"
        self.constants = {name: int(value, 0) for name, value in re.findall(define, text, re.MULTILINE)}

    def offset(self, register, element=0):
        """The byte offset of a register, or of an element of several."""
        return self.constants[f"{register}_OFFSET"] + 4 * element

    def get(self, field, word):
        """A field of a word."""
        return (word & self.constants[f"{field}_MASK"]) >> self.constants[f"{field}_SHIFT"]

    def put(self, field, value=1):
        """A word with a value in a field."""
        word = value << self.constants[f"{field}_SHIFT"]
        if word & ~self.constants[f"{field}_MASK"]:
            raise ValueError(f"{field} does not hold {value}")
        return word


COUNTER = Registers("carillon.h", "CARILLON")
TIMER = Registers("carillon_timer.h", "CARILLON_TIMER")
