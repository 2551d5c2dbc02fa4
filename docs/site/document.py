"""A document of the repository as HTML: its links, its anchors and its sections."""

import posixpath
import re
from html import escape
from pathlib import PurePosixPath

from highlight import highlighted
from markdown_it import MarkdownIt

SETTINGS = {"highlight": lambda code, language, _: highlighted(code, language)}
MARKDOWN = MarkdownIt("commonmark", SETTINGS).enable("table")
# A picture of a step of a scene, which can be played in the laboratory.
STEP = re.compile(r"docs/lab/(.+)-(\d+)\.png")
# A picture of a figure, which is alive where scripts run.
LIVING = re.compile(r"docs/figures/living/(.+)\.svg")
PICTURES = {".svg", ".png"}
# What is there for other programs to read, as it is.
AS_IT_IS = ("hdl/verilog/", "regmap/generated/", "docs/figures/", "host-driver/c/")
ELSEWHERE = re.compile(r"[a-z]+:")


def place(name, folders=()):
    """Where the page of a file or a folder is."""
    name = PurePosixPath(name)
    if name in folders:
        return name / "index.html"
    if name.suffix == ".md":
        return name.with_suffix(".html")
    copied = name.suffix in PICTURES or str(name).startswith(AS_IT_IS)
    return name if copied else name.with_name(f"{name.name}.html")


def plain(inline):
    """What is read of a line."""
    read = (it.content if it.type in ("text", "code_inline") else " " for it in inline.children or [])
    return " ".join("".join(read).split())


class Document:
    """`html`, `title`, the second headings as `parts`, and `sections` for the search: place, headings, text.

    `linked` has the files and folders of the repository to which it leads, `living` the names of its living figures.
    """

    def __init__(self, name, text, files, folders):
        self.name, self.files, self.folders = name, files, folders
        self.anchors, self.parts, self.sections, self.linked = {}, [], [], set()
        self.living = []
        tokens = MARKDOWN.parse(text)
        self.headings(tokens)
        for token in tokens:
            for child in token.children or []:
                if child.type == "link_open":
                    child.attrs["href"] = self.target(child.attrs["href"])
            if token.children:
                token.children = self.alive(token.children)
            # The page's policy lets no element have a style of its own.
            if "style" in token.attrs:
                token.attrs["class"] = token.attrs.pop("style").removeprefix("text-align:")
        self.html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
        # Wide tables scroll by themselves.
        self.html = self.html.replace("<table>", '<div class="wide" tabindex="0"><table>')
        # The corner of a table of two dimensions heads nothing.
        self.html = self.html.replace("<th></th>", "<td></td>")
        self.html = self.html.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')

    def headings(self, tokens):
        """Gives each heading its anchor, as GitHub does; collects the text below it."""
        above = []
        for at, token in enumerate(tokens):
            if token.type == "heading_open":
                text = plain(tokens[at + 1])
                slug = self.anchor(text)
                token.attrs["id"] = slug
                level = int(token.tag[1])
                above = [*above[: level - 1], text]
                self.sections.append([f"{place(self.name)}#{slug}", " › ".join(above), ""])
                if level == 2:
                    self.parts.append((slug, text))
                if level > 1:
                    label = f"Link to {escape(text)}"
                    link = html(f' <a class="anchor" href="#{slug}" aria-label="{label}">#</a>')
                    tokens[at + 1].children.append(link)
            elif not self.sections:
                continue
            elif token.type == "inline" and tokens[at - 1].type != "heading_open":
                self.sections[-1][2] += f"{plain(token)} "
            elif token.type == "fence":
                self.sections[-1][2] += f"{token.content} "
        self.title = self.sections[0][1]

    def anchor(self, text):
        slug = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
        count = self.anchors[slug] = self.anchors.get(slug, -1) + 1
        return f"{slug}-{count}" if count else slug

    def target(self, href):
        """Where a link leads to in the folder."""
        if ELSEWHERE.match(href) or href.startswith("#"):
            return href
        path, sharp, anchor = href.partition("#")
        if step := self.step(path):
            return step
        named = PurePosixPath(posixpath.normpath(self.name.parent / path))
        if named in self.folders and named / "README.md" in self.files:
            named /= "README.md"
        if named not in self.folders and named not in self.files:
            raise AssertionError(f"{self.name}: {href} is no file of the repository")
        self.linked.add(named)
        found = place(named, self.folders)
        return posixpath.relpath(found, self.name.parent) + sharp + anchor

    def step(self, path):
        """Where the laboratory plays the step of a scene that this picture shows, if it shows one."""
        name = PurePosixPath(posixpath.normpath(self.name.parent / path))
        found = STEP.fullmatch(str(name))
        if not found:
            return None
        if name not in self.files:
            raise AssertionError(f"{self.name}: {path} is no file of the repository")
        scene, step = found.groups()
        return f"{posixpath.relpath('lab/index.html', self.name.parent)}?scene={scene}&step={step}"

    def figure(self, path):
        """The name of the living figure of which this is a picture, if it is one."""
        found = LIVING.fullmatch(posixpath.normpath(self.name.parent / path))
        return found and found[1]

    def alive(self, children):
        """Pictures of steps of scenes lead to the laboratory; `alive.js` plays them in the page itself.

        `living.js` puts a figure in the place of its picture.
        """
        made, within = [], 0
        for child in children:
            within += child.nesting if child.type.startswith("link_") else 0
            step = child.type == "image" and not within and self.step(child.attrs["src"])
            if step:
                made.append(html(f'<a class="alive" href="{escape(step)}">'))
                made += [child, html("<span>Play this step here</span></a>")]
            elif child.type == "image" and (figure := self.figure(child.attrs["src"])):
                self.living.append(figure)
                made += [html(f'<span class="living" data-figure="{escape(figure)}">'), child, html("</span>")]
            else:
                made.append(child)
        return made


def html(text):
    token = MARKDOWN.parseInline("x")[0].children[0]
    token.type, token.content = "html_inline", text
    return token
