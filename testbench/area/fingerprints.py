"""Of which Verilog a document tells: a fingerprint for each chip that was measured."""

import json
import re

import document
import fingerprint

AREA = document.Document("docs/measured/area.md", "make area")
FAMILIES = document.Document("docs/measured/families.md", "make families")
LISTED = re.compile(r"^- `(\w+)`: `([0-9a-f]{16})`$", re.MULTILINE)
DIGITS = 16


def of(chip):
    """The digits that stand in a document for a chip."""
    text = "\n".join(path.read_text() for path in chip.sources)
    return fingerprint.of(text, json.dumps([chip.top, chip.parameters], sort_keys=True))[:DIGITS]


def listed(fingerprints):
    """The list for a document, from a dictionary by name."""
    lines = "\n".join(f"- `{name}`: `{digits}`" for name, digits in fingerprints.items())
    return f"Fingerprints of the Verilog measured:\n\n{lines}"


def read(document):
    """The fingerprints in a document, by name."""
    return dict(LISTED.findall(document.split()[1]))
