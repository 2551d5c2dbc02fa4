"""A fingerprint of Verilog, by which a measurement or a bitstream knows what it was made of."""

import functools
import hashlib
import re

MODULE = re.compile(r"^module ([\w$]+)(.*?)^\s*endmodule", re.MULTILINE | re.DOTALL)
# A name, but not the base and digits of a number such as 8'hff.
NAME = re.compile(r"(?<![\w$'])[A-Za-z_][\w$]*")
KEYWORDS = frozenset(
    "always and assign begin case default else end endcase endfunction for function if initial inout input integer "
    "localparam negedge or output parameter posedge reg signed wire".split()
)


def digest(text):
    """The digits of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def of(verilog, *more):
    """Sixty-four digits that change when the circuit does, or one of the texts `more`.

    Lines of comment do not count, nor do names and the order of modules: a renamed part is the same circuit.
    """
    code = "\n".join(line.partition("//")[0] for line in verilog.splitlines())
    modules = dict(MODULE.findall(code))

    @functools.cache
    def of_module(name):
        """A module's digits: its text with numbers for names, and its parts' digits for theirs."""
        numbers = {}

        def stand_in(found):
            word = found[0]
            if word in KEYWORDS:
                return word
            if word in modules and word != name:
                return of_module(word)
            return f"n{numbers.setdefault(word, len(numbers))}"

        return digest(NAME.sub(stand_in, modules[name]))

    used = {word for text in modules.values() for word in NAME.findall(text)}
    tops = sorted(of_module(name) for name in modules if name not in used) or [code]
    return digest("\n".join((*tops, *more)))
