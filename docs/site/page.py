"""A page of the folder: what is around its text."""

import posixpath
import re
import tomllib
from html import escape
from pathlib import Path, PurePosixPath

import document

# Nothing but the folder's own files; who may frame a page only a server can say.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
# A page with figures that are alive.
LIVING = '<script src="{up}living.js" defer></script>\n'
LIVING_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
CARGO = tomllib.loads((Path(__file__).parents[2] / "Cargo.toml").read_text())
VERSION = CARGO["workspace"]["package"]["version"]
ROOT = [
    ("docs/timing-wheels.html", "Timing wheels"),
    ("lab/index.html", "Laboratory"),
    ("README.html", "Documents"),
    ("api/index.html", "API"),
    ("docs/registers.html", "Registers"),
    ("docs/guide.html#get-the-verilog", "Verilog"),
]
# Where the links of a text lead.
TARGETS = re.compile(r'<a href="([^"]+)"')
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{up}lab/icon.svg">
<link rel="stylesheet" href="{up}style.css">
<script src="{up}search.js" defer></script>
<script src="{up}alive.js" defer></script>
{more}</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
  <a class="home" href="{up}index.html"><img src="{up}lab/icon.svg" alt="" width="24" height="24"> Carillon</a>
  <span class="quiet">{version}</span>
  <nav aria-label="Site">{root}</nav>
  <div role="search">
    <label for="search">Search</label>
    <input id="search" type="search" autocomplete="off" data-up="{up}" placeholder="in the documents">
  </div>
</header>
<section id="found" aria-label="Found" hidden></section>
<div id="body"{of_book}>
{aside}<main id="text">
{text}
{around}</main>
</div>
</body>
</html>
"""


class Writer:
    """Writes pages; `book` is a list of the documents with their titles."""

    def __init__(self, folder, book):
        self.folder, self.book = folder, book

    def plain(self, place, title, text, *, is_alive=False):
        """A page beside the book."""
        self.write(place, title, text, "", "", is_alive=is_alive)

    def chapter(self, name, made):
        """A document, with the others beside it."""
        place = document.place(name)
        lines = []
        for other, title in self.book:
            here = ' aria-current="page"' if other == name else ""
            lines.append(f'<li><a href="{link(place, document.place(other))}"{here}>{escape(title)}</a>')
            if other == name:
                parts = "".join(f'<li><a href="#{slug}">{escape(text)}</a></li>' for slug, text in made.parts)
                lines.append(f"<ul>{parts}</ul>" if parts else "")
            lines.append("</li>")
        # A telephone shows the list where it is asked for.
        fold = '<input id="fold" type="checkbox"> <label for="fold">List of the documents</label>'
        aside = f'<nav id="book" aria-label="Documents">{fold}<ul>\n{"".join(lines)}\n</ul></nav>\n'
        at = [other for other, _ in self.book].index(name)
        around = []
        for step, relation, word in ((-1, "prev", "Before"), (1, "next", "Next")):
            if 0 <= at + step < len(self.book):
                other, title = self.book[at + step]
                target = link(place, document.place(other))
                around.append(f'<a rel="{relation}" href="{target}">{word}: {escape(title)}</a>')
        around = f'<nav class="around" aria-label="Neighbours">{" ".join(around)}</nav>\n'
        self.write(place, f"{made.title} · Carillon", made.html, aside, around, is_alive=bool(made.living))

    def write(self, place, title, text, aside, around, *, is_alive=False):
        up = "../" * (len(PurePosixPath(place).parts) - 1)
        root = " ".join(f'<a href="{up}{target}">{text}</a>' for target, text in ROOT)
        file = self.folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            PAGE.format(
                policy=LIVING_POLICY if is_alive else POLICY,
                more=LIVING.format(up=up) if is_alive else "",
                title=escape(title),
                up=up,
                version=VERSION,
                root=root,
                aside=aside,
                text=text,
                around=around,
                of_book=' class="book"' if aside else "",
            )
        )


def link(place, other):
    return posixpath.relpath(other, PurePosixPath(place).parent)
