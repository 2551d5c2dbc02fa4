"""Puts the laboratory into a folder that any web server serves: the page, the worker, the WebAssembly, the captures.

    make.py WASM FOLDER

WASM is the file that cargo has compiled; Binaryen's wasm-opt makes it smaller. Exit status: 0, or 1 if the laboratory
is larger than it should be.
"""

import gzip
import json
import re
import shutil
import sys
from pathlib import Path

import bundle

LAB = Path(__file__).parent.parent
CAPTURES = LAB.parents[1] / "testbench/captures"
# What the browser fetches before the page is there, compressed as servers do: 50 kB more than before the diagram could
# be measured and the timer chip was drawn. With the article's script (docs/site/make.py) that is less than the 400 kB
# that explaining the wheels may cost.
MOST_BYTES = 350_000
# As the server of `carillon lab` has it (apps/carillon/src/lab/http.rs), but for WebAssembly and the worker. Who may
# frame the page only a server can say.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)
# Lines of comments, and what stands before a line.
UNREAD = {
    ".js": re.compile(r"^ *//.*\n|^ +", re.MULTILINE),
    ".css": re.compile(r"^ */\*[^*]*\*/\n|^ +", re.MULTILINE),
}
AROUND = '<a href="../index.html">All pages</a>'
BEGIN = '<script src="begin.js" defer></script>'


def from_a_disk(folder):
    """All scripts as one, with the worker and the WebAssembly in it."""
    modules = {file.stem: file.read_text() for file in folder.glob("*.js") if file.stem != "worker"}
    modules["parts"] = (LAB / "site/disk.js").read_text()
    embedded = {"worker": (folder / "worker.js").read_text(), "wasm": bundle.packed(folder / "lab.wasm")}
    return bundle.script(modules, embedded)


def main():
    wasm, folder = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "captures").mkdir(parents=True)
    own = [LAB / "site" / name for name in ("link.js", "parts.js", "worker.js", "begin.js")]
    for file in [*(LAB / "page").iterdir(), *own]:
        text = file.read_text()
        unread = UNREAD.get(file.suffix)
        # A text of several lines would lose its spaces.
        assert all(line.count("`") % 2 == 0 for line in text.splitlines()), file
        (folder / file.name).write_text(unread.sub("", text) if unread else text)
    bundle.optimise(wasm, folder / "lab.wasm")
    page = (folder / "index.html").read_text()
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    for old, new in [
        ('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}'),
        (' href="wave.vcd"', ""),
        ('<script type="module" src="main.js"></script>', BEGIN),
        ('<p id="what"', f'{AROUND}\n  <p id="what"'),
    ]:
        assert page.count(old) == 1, old
        page = page.replace(old, new)
    (folder / "index.html").write_text(page)
    needed = [file for file in folder.iterdir() if file.is_file()]
    # The laboratory unpacks captures itself.
    for file in CAPTURES.glob("*.pcap"):
        (folder / f"captures/{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    (folder / "captures.json").write_text(json.dumps(sorted(file.name for file in (folder / "captures").iterdir())))
    compressed = sum(len(gzip.compress(file.read_bytes())) for file in needed)
    print(f"{folder}: the laboratory has {compressed / 1000:.0f} kB compressed")
    disk = from_a_disk(folder)
    (folder / "from-a-disk.js").write_text(disk)
    print(f"{folder}: as one script, for a page from a disk, {len(disk) / 1000:.0f} kB")
    if compressed > MOST_BYTES:
        print(f"That is more than {MOST_BYTES / 1000:.0f} kB.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
