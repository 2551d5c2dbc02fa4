"""Draws the timing diagrams: makes an SVG file of each WaveJSON file beside this program.

`make figures` runs it after the chip has written the WaveJSON; `--check` writes nothing and fails where a drawing is
not what would be written.

WaveDrom puts every symbol that it knows into every drawing. Those that a drawing does not use are taken out again:
about nine tenths of the file.
"""

import argparse
import pathlib
import sys
import xml.etree.ElementTree as xml

import wavedrom

FOLDER = pathlib.Path(__file__).resolve().parent
SVG = "http://www.w3.org/2000/svg"
LINK = "http://www.w3.org/1999/xlink"


def tidy(drawing):
    """The drawing on white, with only those symbols that it refers to."""
    xml.register_namespace("", SVG)
    xml.register_namespace("xlink", LINK)
    root = xml.fromstring(drawing)
    used = {element.get(f"{{{LINK}}}href").removeprefix("#") for element in root.iter(f"{{{SVG}}}use")}
    for symbols in root.iter(f"{{{SVG}}}defs"):
        for symbol in [symbol for symbol in symbols if symbol.tag == f"{{{SVG}}}g" and symbol.get("id") not in used]:
            symbols.remove(symbol)
    # White also where the page is dark.
    root.insert(0, xml.Element(f"{{{SVG}}}rect", {"width": "100%", "height": "100%", "fill": "white"}))
    return xml.tostring(root, encoding="unicode") + "\n"


def draw(wave_json):
    """The SVG text of a WaveJSON text."""
    return tidy(wavedrom.render(wave_json).tostring())


def main(check):
    """Draws or compares all; returns what is wrong."""
    sources = sorted(FOLDER.glob("*.json"))
    if not sources:
        return f"there is no WaveJSON in {FOLDER}: run `make figures`"
    for source in sources:
        path = source.with_suffix(".svg")
        drawing = draw(source.read_text())
        if not check:
            path.write_text(drawing)
        elif not path.exists() or path.read_text() != drawing:
            return f"docs/figures/{path.name} is not what docs/figures/{source.name} says: run `make figures`"
    return None


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Draws docs/figures/*.json as SVG.")
    arguments.add_argument("--check", action="store_true", help="write nothing, compare")
    sys.exit(main(arguments.parse_args().check))
