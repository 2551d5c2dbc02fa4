"""Puts all that can be read into a folder that any web server serves, or that is opened from a disk.

    make.py FOLDER API WASM

API is what `cargo doc` has made of the published crates, WASM the queues of the living figures (testbench/article).
Each file has the same place in the folder as in the
repository: `docs/lab.md` becomes `docs/lab.html`, a folder gets a list of its files, and a source to which a document
leads a page beside it. So links between documents only change their ends. The laboratory, in FOLDER/lab, is put there
by apps/lab/site/make.py. Exit status: 0, or 1 if the whole is too large.
"""

import gzip
import json
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from html import escape, unescape
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import document
import page
from highlight import highlighted

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.append(str(ROOT / "apps/lab/site"))
import bundle  # noqa: E402

# For reading, in this order; other documents of docs/ follow.
FIRST = [
    "README.md",
    "docs/timing-wheels.md",
    "docs/decide.md",
    "docs/queues.md",
    "docs/from-tokio-delay-queue.md",
    "docs/from-wahern-timeout.md",
    "docs/guide.md",
    "docs/datasheet.md",
    "docs/registers.md",
    "docs/timer-chip.md",
    "docs/cable.md",
    "docs/boards.md",
    "docs/lab.md",
    "docs/course.md",
    "docs/paper.md",
    "docs/design.md",
    "docs/hardware-assist.md",
    "docs/verification.md",
    "docs/map.md",
]
LAST = ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
LINKED_BY_THE_FIRST = ("hdl/verilog", "regmap/generated", "docs/figures")
MOST_BYTES = 28_000_000
# A link whose text begins with a figure, in a page of figures: where it leads, and the figure.
FIGURE = re.compile(r'<a href="([^"#]+)(#[^"]+)?">(\d[\d, .]*)[^<]*</a>')
# The code of the first page.
CODE = re.compile(r'<pre tabindex="0"><code>(.*?)</code></pre>', re.DOTALL)
DECIDE = PurePosixPath("docs/decide.md")
PROOFS = PurePosixPath("docs/measured/proofs.md")
# Of the article's script, compressed as servers do.
MOST_OF_FIGURES = 100_000


def files():
    """What git knows, by name."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [PurePosixPath(name) for name in listed.split("\0") if name and (ROOT / name).is_file()]


def folders(names):
    """Each folder with its files and folders."""
    found = {}
    for name in names:
        for parent in name.parents:
            found.setdefault(parent, set()).add(name)
            name = parent
    return found


def chapters(names):
    """The documents as a book."""
    docs = [str(name) for name in names if name.suffix == ".md" and name.parent == PurePosixPath("docs")]
    book = FIRST + sorted(set(docs) - set(FIRST)) + LAST
    return [PurePosixPath(name) for name in book if PurePosixPath(name) in names]


def is_copied(name):
    return document.place(name) == name


def listing(folder, inside, all_folders, linked):
    """The files of a folder, its folders first; those that are in the site too lead there."""
    lines = []
    for name in sorted(inside, key=lambda name: (name not in all_folders, str(name))):
        text = f"{escape(name.name)}{'/' if name in all_folders else ''}"
        target = None
        if name in linked or (is_copied(name) and name not in all_folders) or name.suffix == ".md":
            target = document.place(name, all_folders).relative_to(folder)
        lines.append(f'<li><a href="{target}">{text}</a></li>' if target else f"<li>{text}</li>")
    return f"<h1>{escape(str(folder))}</h1>\n<ul>\n{chr(10).join(lines)}\n</ul>"


def source(name, text):
    """A file that is no document."""
    code = highlighted(text, name.suffix.removeprefix("."))
    return f'<h1>{escape(str(name))}</h1>\n<pre tabindex="0"><code>{code}</code></pre>'


def empty(folder):
    """All but the laboratory goes."""
    for old in folder.glob("*"):
        if old.is_dir() and old.name != "lab":
            shutil.rmtree(old)
        elif old.is_file():
            old.unlink()


def write_api(folder, api, write):
    crates = sorted(it.parent.name for it in api.glob("carillon_*/index.html"))
    assert crates, f"no documentation of crates in {api}"
    shutil.copytree(api, folder / "api", ignore=shutil.ignore_patterns(".lock"))
    # To which the first pages lead that are made of READMEs.
    for crate in crates:
        for licence in ROOT.glob("LICENSE-*"):
            shutil.copy(licence, folder / "api" / crate)
    links = "\n".join(f'<li><a href="{crate}/index.html"><code>{crate}</code></a></li>' for crate in crates)
    text = (HERE / "api.html").read_text().replace("<!-- crates -->", links)
    write.plain(PurePosixPath("api/index.html"), "API documentation", text)


def write_living(folder, wasm):
    """The script of the living figures, with their queues in it."""
    modules = {file.stem: file.read_text() for file in (HERE / "living").glob("*.js")}
    with tempfile.TemporaryDirectory() as scratch:
        smaller = Path(scratch) / "article.wasm"
        bundle.optimise(wasm, smaller)
        text = bundle.script(modules, {"article": bundle.packed(smaller)})
    (folder / "living.js").write_text(text)
    compressed = len(gzip.compress(text.encode()))
    print(f"{folder}: the living figures have {compressed / 1000:.0f} kB compressed")
    assert compressed <= MOST_OF_FIGURES, f"more than {MOST_OF_FIGURES} bytes"


def proved_parts():
    """How many parts the table of the proofs has."""
    rows = re.findall(r"^\| `(\w+)` \|", (ROOT / PROOFS).read_text(), re.MULTILINE)
    return len(set(rows))


def figures_of(place, html, sections):
    """The figures of a page that are not in the sections to which they lead; and how many it has."""
    wrong, found = [], FIGURE.findall(html)
    for path, anchor, figure in found:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(str(place)), path))
        read = [
            text for at, _, text in sections if at == target + unquote(anchor) or not anchor and at.startswith(target)
        ]
        figure = figure.strip(" .,")
        # With and without commas.
        wanted = [rf"(?<![\d.]){re.escape(it)}(?!\d|\.\d)" for it in (figure, figure.replace(",", ""))]
        texts = [it for text in read for it in (text, re.sub(r"(?<=\d),(?=\d)", "", text))]
        if not any(re.search(it, text) for it in wanted for text in texts):
            wrong.append(f"{place}: {figure} is not in {path}{anchor}")
    return wrong, len(found)


def figures_agree(root, made):
    """The first page and the page of figures say what the measured pages say."""
    sections = [section for it in made.values() for section in it.sections]
    pages = [(PurePosixPath("index.html"), root, 6), (document.place(DECIDE), made[DECIDE].html, 25)]
    wrong = []
    for place, html, least in pages:
        differ, count = figures_of(place, html, sections)
        assert count >= least, f"{place} has {count} figures"
        wrong += differ
    assert not wrong, "\n".join(wrong)


def root_text():
    """The first page."""
    return CODE.sub(coloured, (HERE / "root.html").read_text()).replace("{proofs}", str(proved_parts()))


def coloured(found):
    return f'<pre tabindex="0"><code>{highlighted(unescape(found[1]), "rust")}</code></pre>'


def is_list(target, made):
    """Whether the page is made by `listing`."""
    path = PurePosixPath(target.partition("#")[0])
    return path.name == "index.html" and (ROOT / path.parent).is_dir() and path.parent / "README.md" not in made


def main():
    folder, api, wasm = map(Path, sys.argv[1:4])
    empty(folder)
    names = files()
    known, all_folders = set(names), folders(names)
    book = chapters(known)
    made = {
        name: document.Document(name, (ROOT / name).read_text(), known, all_folders)
        for name in names
        if name.suffix == ".md"
    }
    write = page.Writer(folder, [(name, made[name].title) for name in book])
    index = []
    for name, it in made.items():
        if name in book:
            write.chapter(name, it)
        else:
            write.plain(document.place(name), it.title, it.html)
        index += it.sections

    wrong = [
        target for target in page.TARGETS.findall(root_text()) + [it for it, _ in page.ROOT] if is_list(target, made)
    ]
    assert not wrong, f"the first page leads to lists of files: {wrong}"
    linked = set().union(*(it.linked for it in made.values()), {PurePosixPath(name) for name in LINKED_BY_THE_FIRST})
    for name in names:
        if is_copied(name):
            (folder / name.parent).mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    for name in linked - set(made):
        if name in all_folders:
            inside = listing(name, all_folders[name], all_folders, linked)
            write.plain(name / "index.html", str(name), inside)
        elif not is_copied(name):
            write.plain(document.place(name), str(name), source(name, (ROOT / name).read_text()))

    write_api(folder, api, write)
    write_living(folder, wasm)
    for name in ("style.css", "search.js", "alive.js"):
        shutil.copy(HERE / name, folder / name)
    # A script, as a page from a disk may read no other file.
    (folder / "search-index.js").write_text(f"const SEARCHED = {json.dumps(index, ensure_ascii=False)};\n")
    root = root_text()
    figures_agree(root.replace(f"{proved_parts()} parts", "parts"), made)
    write.plain(PurePosixPath("index.html"), "Carillon", root, is_alive=True)

    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    print(f"{folder}: {sum(sizes) / 1e6:.1f} MB in {len(sizes):,} files")
    if sum(sizes) > MOST_BYTES:
        print(f"That is more than {MOST_BYTES / 1e6:.0f} MB.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
