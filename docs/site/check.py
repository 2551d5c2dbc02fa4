"""Follows each link of the folder that docs/site/make.py fills.

    check.py FOLDER

A link leads to a file of the folder, to an anchor that is there, and to a step that a scene has; a person may also follow one to the web. What a
page loads by itself is in the folder. Exit status: 0, or 1 with the links that lead nowhere.
"""

import json
import posixpath
import re
import sys
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, unquote

TAG = re.compile(r"<([a-z][a-z0-9]*)\s([^>]*)>")
ATTRIBUTE = re.compile(r"""\b(id|name|href|src|srcset|data|action|poster)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
WITHIN_SCRIPT = re.compile(r"(<script[^>]*>).*?(?=</script>)", re.DOTALL)
IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?([^"')\s]+)""")
ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:|//")
# rustdoc's own: a line range of a source, and what its scripts make.
MADE_BY_SCRIPT = re.compile(r"\d+(-\d+)?|impl-.*|method\..*|tymethod\..*|associated.*|variant\..*|structfield\..*")
# rustdoc asks for the list of a trait's implementors in other crates also where there are none, and no list.
IMPLEMENTORS = "api/trait.impl/"
SCENES = Path(__file__).parents[2] / "apps/lab/scenes"


def parts(text):
    """The anchors of a page; what it loads; where its links lead."""
    anchors, loads, links = set(), [], []
    # A script may write tags of its own.
    for tag, inside in TAG.findall(WITHIN_SCRIPT.sub(r"\1", text)):
        for name, *values in ATTRIBUTE.findall(inside):
            value = unescape("".join(values))
            if name in ("id", "name"):
                anchors.add(value)
            elif tag == "a":
                links.append(value)
            elif tag != "meta":
                loads.append(value)
    return anchors, loads, links


def main():
    folder = Path(sys.argv[1])
    files = {str(file.relative_to(folder)): file for file in folder.rglob("*") if file.is_file()}
    pages = {name: parts(file.read_text()) for name, file in files.items() if name.endswith(".html")}
    steps = {file.stem: len(json.loads(file.read_text())["steps"]) for file in SCENES.glob("*.json")}
    wrong, followed, outward = [], 0, 0

    def follow(page, target, loads):
        nonlocal followed, outward
        if target.startswith("data:") or target == "javascript:void(0)":
            return
        if ELSEWHERE.match(target):
            outward += 1
            if loads or not target.startswith(("https://", "http://", "mailto:")):
                wrong.append(f"{page}: asks for {target}")
            return
        followed += 1
        path, _, anchor = target.partition("#")
        path, _, query = path.partition("?")
        path = unquote(path)
        found = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if found.startswith(IMPLEMENTORS):
            return
        asked = parse_qs(query)
        if "scene" in asked:
            if not 1 <= int(asked.get("step", ["1"])[0]) <= steps.get(asked["scene"][0], 0):
                wrong.append(f"{page}: {target} is no step of a scene")
        if found not in files:
            wrong.append(f"{page}: {target} is not there")
        elif anchor and found in pages and unquote(anchor) not in pages[found][0]:
            if not (found.startswith("api") and MADE_BY_SCRIPT.fullmatch(anchor)):
                wrong.append(f"{page}: {target} has no such anchor")

    for page, (_, loads, links) in pages.items():
        for target in loads:
            follow(page, target, True)
        for target in links:
            follow(page, target, False)
    for name, file in files.items():
        if name.endswith(".css"):
            for target in IN_STYLE.findall(file.read_text()):
                follow(name, target, True)
    for one in sorted(set(wrong))[:50]:
        print(one, file=sys.stderr)
    print(
        f"{len(pages):,} pages, {followed:,} links within the folder, {outward:,} to the web, {len(set(wrong))} wrong"
    )
    return 1 if wrong or len(pages) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
