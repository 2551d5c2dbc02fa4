"""The part of docs/area.md that is measured: between two marks, with the fingerprints of what was measured."""

import pathlib
import re

DOCUMENT = pathlib.Path("docs/area.md")
BEGIN, END = "<!-- measured: begin, written by `make area` -->", "<!-- measured: end -->"
FINGERPRINT = re.compile(r"^- `(\w+)`: `([0-9a-f]{16})`$", re.MULTILINE)


def table(head, rows):
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def split():
    """The document before, between and after the marks."""
    before, found, rest = DOCUMENT.read_text().partition(BEGIN)
    between, closed, after = rest.partition(END)
    if not (found and closed):
        raise ValueError(f"{DOCUMENT} has lost its marks: put back the lines {BEGIN} and {END}")
    return before, between, after


def write(measured, fingerprints):
    """Puts what was measured, and of which Verilog, into the document."""
    before, _, after = split()
    of = "\n".join(f"- `{name}`: `{digits}`" for name, digits in fingerprints.items())
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{measured}\n\nFingerprints of the Verilog measured:\n\n{of}\n\n{END}{after}")


def fingerprints():
    """Of which Verilog the document tells: fingerprints by name."""
    return dict(FINGERPRINT.findall(split()[1]))
