"""What Verilator counted: the coverage points of the chips' Verilog, merged over all builds.

Verilator 5 writes one line a point: `C '<key>\\x02<value>\\x01...' <count>`. The keys used here are `f` (file), `l`
(line), `page` (kind and module), `o` (what the point is: a signal's bit, or which way a decision went) and `S` (the
lines that run when the point is reached). Its kinds are cut differently from what is wanted here:

- a *toggle* is a `v_toggle` point: one bit of a signal that changed, either way;
- a *branch* is one way out of a decision: `if`, `else` (also an `else` that is not written), `elsif`, `case`; Verilator
  calls the ways of a single `if` `v_branch` and those of a longer chain `v_line`;
- a *line* is a line of text that is in some point's list of lines.

All builds are of one text, each with parameters of its own: it has not all options' logic, and not all bits. A point
is known by its module and the text of its line, counted from the top of the module where a text comes more than once.
It is covered when any build covers it.

The words of memories are left out: Verilator counts them in small memories only, and what goes in and out passes a
port.
"""

import collections
import dataclasses
import pathlib
import re

KINDS = ("line", "branch", "toggle")
PLURALS = {"line": "lines", "branch": "branches", "toggle": "toggles"}
MODULE = re.compile(r"module (\w+) ")
# What Verilator appends to the name of a module with parameters.
PARAMETERS = re.compile(r"__.*$")
RECORD = re.compile(r"C '(.*)' (\d+)$")
# How Verilator writes a character that C++ has no place for in a name.
ESCAPED = re.compile(r"__0([0-9A-F]{2})")
WORD_OF_MEMORY = re.compile(r"\[\d+\]\[\d+\]$")


@dataclasses.dataclass
class Point:
    """One thing that a test may reach."""

    kind: str
    module: str
    # The signal with its bit, the line's text, or the line's text and the way out of it.
    name: str
    # Which of the module's lines of this text; 0 for toggles.
    ordinal: int
    # Its file and line.
    place: str
    # The builds that have it.
    builds: set = dataclasses.field(default_factory=set)
    covered: bool = False
    # The reason why it does not count.
    excluded: str | None = None


class Source:
    """A Verilog file: for each line its text and which of its module's lines of that text it is."""

    def __init__(self, path):
        self.path = path
        self.lines = [("", 0)]
        seen = collections.Counter()
        for line in path.read_text().splitlines():
            if MODULE.match(line):
                seen.clear()
            text = line.strip()
            self.lines.append((text, seen[text]))
            seen[text] += 1


def ranges(text):
    """The numbers in a list like `3,7-9`."""
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def records(path):
    """The keys and the count of each point in a file that Verilator wrote."""
    with open(path) as file:
        for line in file:
            found = RECORD.match(line)
            if found:
                keys = dict(item.split("\x02", 1) for item in found[1].split("\x01") if item)
                yield keys, int(found[2])


def ways(keys, source):
    """The kind, name, ordinal and line number of what one of Verilator's points says."""
    number, comment = int(keys["l"]), keys["o"]
    if keys["page"].startswith("v_toggle/"):
        name = ESCAPED.sub(lambda code: chr(int(code[1], 16)), comment)
        if not WORD_OF_MEMORY.search(name):
            yield "toggle", name, 0, number
        return
    if comment != "block":
        text, ordinal = source.lines[number]
        yield "branch", f"{text} [{comment}]", ordinal, number
    for number in ranges(keys.get("S", "")):
        text, ordinal = source.lines[number]
        if text:
            yield "line", text, ordinal, number


def merge(path, keep):
    """The points of all builds in a file written by `verilator_coverage`. `keep` is given each source once and returns
    its build.
    """
    points, sources = {}, {}
    for keys, count in records(path):
        file = keys["f"]
        if file not in sources:
            source = Source(pathlib.Path(file))
            sources[file] = source, keep(source.path)
        source, build = sources[file]
        module = PARAMETERS.sub("", keys["page"].partition("/")[2])
        for kind, name, ordinal, number in ways(keys, source):
            identity = (kind, module, name, ordinal)
            if identity not in points:
                points[identity] = Point(kind, module, name, ordinal, f"{source.path.name}:{number}")
            points[identity].builds.add(build)
            points[identity].covered |= count > 0
    return list(points.values())
