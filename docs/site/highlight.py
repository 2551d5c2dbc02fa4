"""Code with its comments, strings, numbers and keywords marked."""

import re
from html import escape

from pygments import lex
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Number, String
from pygments.util import ClassNotFound

# What is marked, with its class in style.css.
KINDS = ((Comment, "comment"), (String, "string"), (Number, "number"), (Keyword, "keyword"))
# Endings of files that Pygments takes for other languages.
NAMES = {"h": "c", "v": "verilog"}


def marked(kind, text):
    """HTML of a token."""
    name = next((name for of, name in KINDS if kind in of), None)
    return f'<span class="{name}">{escape(text)}</span>' if name else escape(text)


def highlighted(code, name):
    """HTML of code in the language of a fence or of a file's ending; as it is, where that is not known."""
    name = re.split(r"[,\s]", name.strip().lower())[0]
    try:
        lexer = get_lexer_by_name(NAMES.get(name, name), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(code)
    return "".join(marked(kind, text) for kind, text in lex(code, lexer))
