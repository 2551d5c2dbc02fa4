"""Of which Verilog docs/area.md tells: a fingerprint for each chip that was measured."""

import re

import document

DOCUMENT = document.Document("docs/area.md", "make area")
LISTED = re.compile(r"^- `(\w+)`: `([0-9a-f]{16})`$", re.MULTILINE)


def write(measured, fingerprints):
    """Puts what was measured, and of which Verilog, into the document."""
    of = "\n".join(f"- `{name}`: `{digits}`" for name, digits in fingerprints.items())
    DOCUMENT.write(f"{measured}\n\nFingerprints of the Verilog measured:\n\n{of}")


def read():
    """The fingerprints in the document, by name."""
    return dict(LISTED.findall(DOCUMENT.split()[1]))
