"""Code with its comments, strings, numbers and keywords marked, for the languages of this repository."""

import re
from html import escape

RUST = """as async await break const continue crate dyn else enum extern false fn for if impl in let loop match
mod move mut pub ref return self Self static struct super trait true type unsafe use where while"""
C = """auto break case char const continue default do double else enum extern float for goto if inline int long
return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false NULL
class namespace nullptr using template public private uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t
int64_t size_t"""
PYTHON = """and as assert async await break class continue def del elif else except False finally for from
global if import in is lambda None nonlocal not or pass raise return True try while with yield"""
SHELL = "case do done elif else esac export fi for function if in local return set then trap while"
VERILOG = """always assign begin case default else end endcase endfunction endmodule function generate if
initial input inout integer localparam module negedge or output parameter posedge reg wire logic property
endproperty assert assume cover"""
JAVASCRIPT = """async await break case class const continue default else export extends false for from function
if import in instanceof let new null of return static super switch this throw true try typeof undefined var
while yield"""

LINE, HASH = r"//[^\n]*", r"(?<![^\s])#[^\n]*"
BLOCK = r"/\*.*?\*/"
STRING = r'"(?:\\.|[^"\\])*"'
SINGLE = r"'(?:\\.|[^'\\\n])*'"
# By the name of the language: comments, strings, keywords.
LANGUAGES = {
    "rust": (f"{LINE}|{BLOCK}", STRING + r"|b?'(?:\\.[^']*|[^'\\])'", RUST),
    "c": (f"{LINE}|{BLOCK}", f"{STRING}|{SINGLE}", C),
    "python": (HASH, f"{STRING}|{SINGLE}", PYTHON),
    "sh": (HASH, f"{STRING}|{SINGLE}", SHELL),
    "toml": (HASH, f"{STRING}|{SINGLE}", "true false"),
    "json": (r"(?!)", STRING, "true false null"),
    "verilog": (f"{LINE}|{BLOCK}", STRING, VERILOG),
    "javascript": (f"{LINE}|{BLOCK}", f"{STRING}|{SINGLE}|`[^`]*`", JAVASCRIPT),
    "dts": (f"{LINE}|{BLOCK}", STRING, ""),
}
OTHER_NAMES = {
    "cpp": "c",
    "h": "c",
    "hpp": "c",
    "rs": "rust",
    "py": "python",
    "js": "javascript",
    "v": "verilog",
    "sv": "verilog",
    "bash": "sh",
}
# What of a number is one: in hexadecimal, sized as in Verilog, with underscores.
NUMBER = r"\b\d[\d_]*'[bdh][\da-fA-FxXzZ_]+|\b0[xX][\da-fA-F_]+|\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\w*"


def pattern(language):
    comment, string, words = LANGUAGES[language]
    keyword = rf"\b(?:{'|'.join(words.split()) or '(?!)'})\b"
    parts = {"comment": comment, "string": string, "number": NUMBER, "keyword": keyword}
    return re.compile("|".join(f"(?P<{name}>{part})" for name, part in parts.items()), re.DOTALL)


PATTERNS = {name: pattern(name) for name in LANGUAGES}


def language_of(name):
    """The language of a fence's first word, or of a file's ending; none if it is not known."""
    name = re.split(r"[,\s]", name.strip().lower())[0]
    name = OTHER_NAMES.get(name, name)
    return name if name in LANGUAGES else None


def highlighted(code, name):
    """HTML of the code."""
    language = language_of(name)
    if not language:
        return escape(code)
    made, at = [], 0
    for found in PATTERNS[language].finditer(code):
        made.append(escape(code[at : found.start()]))
        made.append(f'<span class="{found.lastgroup}">{escape(found[0])}</span>')
        at = found.end()
    return "".join([*made, escape(code[at:])])
