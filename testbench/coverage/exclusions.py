"""The points that need not be covered, each with its reason: `exclusions.toml`, whose head says how it is written.

The list must stay honest: an entry that names no point, or one that a test reaches, is an error.
"""

import re
import tomllib

BITS = re.compile(r"(.*?)\[(\d+)(?::(\d+))?\]$")


class BadExclusions(Exception):
    """Entries that are wrong; the message names each, and says what to do."""


def pattern(text):
    """A regular expression for a text in which `*` stands for any characters."""
    return re.compile(".*".join(re.escape(part) for part in text.split("*")))


def bits(name):
    """A signal's name without its bit, and the bit; None where it has none."""
    found = BITS.match(name)
    return (found[1], int(found[2])) if found else (name, None)


class Exclusion:
    """One entry."""

    def __init__(self, table, kinds):
        self.kind = next((kind for kind in kinds if kind in table), None)
        unknown = set(table) - {self.kind, "module", "reason", "nth"}
        self.nth = table.get("nth")
        texts = [value for key, value in table.items() if key != "nth"]
        if self.kind is None or unknown or not all(isinstance(value, str) for value in texts):
            raise BadExclusions(f"{table}: give `module`, `reason` and one of {', '.join(kinds)}, each a string")
        if self.nth is not None and not isinstance(self.nth, int):
            raise BadExclusions(f"{table}: `nth` is a number, counted from 0")
        self.module, self.name, self.reason = table.get("module", ""), table[self.kind], table.get("reason", "").strip()
        if not self.module or not self.reason:
            raise BadExclusions(f"{self}: an exclusion needs a `module` and a `reason`")
        self.first = self.last = None
        if self.kind == "toggle" and (found := BITS.match(self.name)):
            self.name, high, low = found[1], int(found[2]), int(found[3] or found[2])
            self.first, self.last = low, high

    def __str__(self):
        return f"{self.module} {self.kind} {self.name!r}" + (
            f" [{self.last}:{self.first}]" if self.first is not None else ""
        )

    def meets(self, point):
        """Whether the entry names this point."""
        if self.nth is not None and self.nth != point.ordinal:
            return False
        if point.kind != self.kind or not pattern(self.module).fullmatch(point.module):
            return False
        name, bit = bits(point.name) if self.kind == "toggle" else (point.name, None)
        within = self.first is None or (bit is not None and self.first <= bit <= self.last)
        return within and bool(pattern(self.name).fullmatch(name))


def load(path, kinds):
    """The entries of a file."""
    try:
        tables = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadExclusions(f"{path}: {error}") from error
    if set(tables) - {"exclude"}:
        raise BadExclusions(f"{path}: every entry begins with the line [[exclude]]")
    return [Exclusion(table, kinds) for table in tables.get("exclude", [])]


def apply(exclusions, points):
    """Marks the points that are excluded; raises where an entry is stale."""
    complaints = []
    for exclusion in exclusions:
        met = [point for point in points if exclusion.meets(point)]
        reached = [point.name for point in met if point.covered]
        if not met:
            complaints.append(f"{exclusion}: there is no such point; remove the entry or correct it")
        elif reached:
            complaints.append(
                f"{exclusion}: the tests reach {', '.join(reached[:8])}{' …' * (len(reached) > 8)}; "
                "narrow the entry or remove it"
            )
        for point in met:
            point.excluded = exclusion.reason
    if complaints:
        raise BadExclusions("\n".join(complaints))
