"""Modules of a page as one script, which also a page from a disk may read; WebAssembly made smaller."""

import base64
import gzip
import json
import re
import subprocess

# What Rust's WebAssembly has beyond the first version, and all browsers know.
FEATURES = [
    f"--enable-{name}"
    for name in (
        "bulk-memory",
        "multivalue",
        "mutable-globals",
        "nontrapping-float-to-int",
        "reference-types",
        "sign-ext",
    )
]
IMPORT = re.compile(r'^import (\{.+\}|\* as \w+) from "\./(.+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function) (\w+))", re.MULTILINE)


def taken(found):
    """What stands for an import in the one script."""
    names = found[1].removeprefix("* as ").replace(" as ", ": ")
    return f"const {names} = MODULES.{found[2]};"


def bundled(name, modules, done):
    """The module and those that it imports, in this order, each as a function that gives what it exports."""
    if name in done:
        return ""
    done.add(name)
    text = modules[name]
    before = "".join(bundled(other, modules, done) for _, other in IMPORT.findall(text))
    names = ", ".join(EXPORT.findall(text))
    text = EXPORT.sub("", IMPORT.sub(taken, text))
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE), name
    return f"{before}MODULES.{name} = (() => {{\n{text}\nreturn {{ {names} }};\n}})();\n"


def script(modules, embedded):
    """The module `main`, and what it needs, after the constant EMBEDDED. `modules` has the text of each by its name."""
    scripts = bundled("main", modules, set())
    return f"const EMBEDDED = {json.dumps(embedded)};\nconst MODULES = {{}};\n{scripts}"


def packed(wasm):
    """The file as text, to be unpacked by the script."""
    return base64.b64encode(gzip.compress(wasm.read_bytes(), mtime=0)).decode()


def optimise(wasm, smaller):
    """Binaryen's wasm-opt makes `smaller` of `wasm`."""
    subprocess.run(["wasm-opt", "-Oz", "--converge", *FEATURES, wasm, "-o", smaller], check=True)
