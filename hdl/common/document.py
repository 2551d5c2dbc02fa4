"""Documents of which commands write the parts between their marks, and tables in Markdown."""

import pathlib


class Document:
    """A document in which `command` writes what it has measured."""

    def __init__(self, path, command):
        self.path, self.command = pathlib.Path(path), command
        self.begin, self.end = f"<!-- measured: begin, written by `{command}` -->", "<!-- measured: end -->"

    def split(self):
        """The text before, between and after the marks."""
        before, found, rest = self.path.read_text().partition(self.begin)
        between, closed, after = rest.partition(self.end)
        if not (found and closed):
            raise ValueError(f"{self.path} has lost its marks: put back the lines {self.begin} and {self.end}")
        return before, between, after

    def write(self, measured):
        """Puts what was measured between the marks."""
        before, _, after = self.split()
        self.path.write_text(f"{before}{self.begin}\n\n{measured}\n\n{self.end}{after}")


def table(head, rows, numbers_from=None):
    """A table in Markdown. The columns from number `numbers_from` on are aligned to the right."""
    left = len(head) if numbers_from is None else numbers_from
    lines = [head, ["---"] * left + ["---:"] * (len(head) - left), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
