"""Puts the laboratory into a folder that any web server serves: the page, the worker, the WebAssembly, the captures.

    make.py WASM FOLDER

WASM is the file that cargo has compiled. Exit status: 0, or 1 if the laboratory is larger than it should be.
"""

import gzip
import json
import shutil
import sys
from pathlib import Path

LAB = Path(__file__).parent.parent
CAPTURES = LAB.parent / "captures"
# What the browser fetches before the page is there, compressed as servers do.
MOST_BYTES = 300_000
# As the server of `carillon lab` has it (testbench/src/lab/http.rs), but for WebAssembly and the worker. Who may frame
# the page only a server can say.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
FROM_A_FILE = (
    "connecting. Browsers run no such page from a file: serve this folder, for instance by "
    "<code>python3 -m http.server</code>"
)


def main():
    wasm, folder = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "captures").mkdir(parents=True)
    for file in [*(LAB / "page").iterdir(), LAB / "site/link.js", LAB / "site/worker.js"]:
        shutil.copy(file, folder)
    shutil.copy(wasm, folder / "lab.wasm")
    page = (folder / "index.html").read_text()
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    for old, new in [
        ('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}'),
        (">connecting<", f">{FROM_A_FILE}<"),
    ]:
        assert page.count(old) == 1, old
        page = page.replace(old, new)
    (folder / "index.html").write_text(page)
    needed = [file for file in folder.iterdir() if file.is_file()]
    captures = [file for file in CAPTURES.iterdir() if file.suffix == ".pcap"]
    for file in captures:
        shutil.copy(file, folder / "captures")
    (folder / "captures.json").write_text(json.dumps(sorted(file.name for file in captures)))
    compressed = sum(len(gzip.compress(file.read_bytes())) for file in needed)
    print(f"{folder}: the laboratory has {compressed / 1000:.0f} kB compressed")
    if compressed > MOST_BYTES:
        print(f"That is more than {MOST_BYTES / 1000:.0f} kB.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
