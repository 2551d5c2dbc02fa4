"""What a user of carillon-queues meets: its public names at the top, and its public items with default features.

Both are counted in rustdoc's JSON, and must not be more than TOP and ITEMS. An item is a module, a type, a trait, a
constant, a function, or what a trait or an inherent `impl` has. It counts once, however many paths lead to it. An
inherent method that repeats one of a trait of this crate that its type implements is that one. Implementations of
traits are no items, nor are fields and variants; the last line has them.
"""

import json
import os
import pathlib
import subprocess
import sys
from collections import Counter

TOP = 25
ITEMS = 193
FOLDER = "target/api"
OURS = 0  # The number of the crate itself among those that it is made with.


class Surface:
    """The items that are found from the crate's root on."""

    def __init__(self, document):
        self.index = document["index"]
        self.root = document["root"]
        self.seen = {}  # Each item's identifier and the module that it counts for.
        self.repeats = 0
        self.details = 0
        self.top = self.walk(self.root, "crate")

    def inner(self, number):
        """The kind of an item, and what that kind has."""
        return next(iter(self.index[str(number)]["inner"].items()))

    def walk(self, number, module):
        """Counts a module and what is in it. Gives the names in it."""
        self.seen[number] = module
        names = []
        for child in self.inner(number)[1]["items"]:
            kind, what = self.inner(child)
            name = self.index[str(child)]["name"]
            if kind == "use":
                child, name = what["id"], what["name"]
            names.append(name)
            if child in self.seen or str(child) not in self.index:
                continue
            kind, what = self.inner(child)
            if kind == "module":
                self.walk(child, name if module == "crate" else module)
            else:
                self.count(child, kind, what, module)
        return names

    def count(self, number, kind, what, module):
        """Counts an item that is no module, with what it has."""
        self.seen[number] = module
        if kind == "trait":
            self.seen.update((child, module) for child in what["items"])
        elif kind in ("struct", "enum", "union"):
            self.details += self.fields_of(kind, what)
            self.count_methods(what["impls"], module)

    def fields_of(self, kind, what):
        """How many public fields or variants."""
        if kind == "enum":
            return len(what["variants"]) + sum(map(self.fields_of_variant, what["variants"]))
        kind = what["kind"] if kind == "struct" else {"plain": what}
        fields = list(kind.values())[0] if isinstance(kind, dict) else []
        fields = fields["fields"] if isinstance(fields, dict) else fields
        return sum(field is not None and self.is_public(field) for field in fields)

    def fields_of_variant(self, number):
        kind = self.inner(number)[1]["kind"]
        return len(kind["struct"]["fields"]) if isinstance(kind, dict) and "struct" in kind else 0

    def is_public(self, number):
        return self.index[str(number)]["visibility"] == "public"

    def count_methods(self, impls, module):
        """Counts the inherent methods of a type, each name once."""
        impls = [self.inner(number)[1] for number in impls]
        traits = {known["trait"]["id"] for known in impls if known["trait"]}
        ours = [number for number in traits if self.index.get(str(number), {}).get("crate_id") == OURS]
        repeated = {self.index[str(item)]["name"] for number in ours for item in self.inner(number)[1]["items"]}
        for known in impls:
            if known["trait"]:
                continue
            for number in filter(self.is_public, known["items"]):
                name = self.index[str(number)]["name"]
                if name in repeated:
                    self.repeats += 1
                else:
                    self.seen[number] = module


def surface():
    """Has rustdoc write what is public, and reads it."""
    command = ["cargo", "rustdoc", "--quiet", "-p", "carillon-queues", "--target-dir", FOLDER]
    command += ["--locked"] if os.environ.get("CI") else []
    options = ["--", "-Z", "unstable-options", "--output-format", "json"]
    subprocess.run(command + options, check=True, env={**os.environ, "RUSTC_BOOTSTRAP": "1"})
    return Surface(json.loads(pathlib.Path(FOLDER, "doc", "carillon_queues.json").read_text()))


def main():
    found = surface()
    del found.seen[found.root]
    if "--list" in sys.argv:
        named = {number: found.index[str(number)]["name"] for number in found.seen}
        print("\n".join(sorted(f"{module}: {named[number]}" for number, module in found.seen.items())))
    for module, items in sorted(Counter(found.seen.values()).items()):
        print(f"{items:5} {module}")
    print(f"{len(found.seen):5} items of at most {ITEMS}; {len(found.top)} names at the top of at most {TOP}")
    print(f"      not counted: {found.repeats} methods that repeat a trait's, {found.details} fields and variants")
    return len(found.seen) > ITEMS or len(found.top) > TOP


if __name__ == "__main__":
    sys.exit(main())
