"""Vectors: what `carillon lockstep` drives at a chip's pins, clock by clock, and what must show at them."""

import dataclasses
import pathlib
import string
import subprocess

import tools

# Outputs that mean something with another one only. They may be X until that has been high for the first time.
WITH = {"wb_dat_r": "wb_ack"} | dict.fromkeys(("memory_we", "memory_sel", "memory_adr", "memory_dat_w"), "memory_stb")

PINS = string.Template("""module pins (
    input wire clock, input wire $inputs driven, output wire $outputs shown, output wire $outputs always_known
);
$wires
    $instance chip (.clock(clock), $connected);
    assign shown = {$shown};
    assign always_known = {$known};
endmodule
""")


@dataclasses.dataclass(frozen=True)
class Vectors:
    """A file of vectors and what it says of itself."""

    path: pathlib.Path
    clocks: int
    # The clock from which every output is known.
    settled: int
    # Names and bits.
    inputs: dict
    outputs: dict

    def defines(self):
        """What the benches are told: bits in whole digits, and clocks."""
        widths = {"INPUTS": self.inputs, "OUTPUTS": self.outputs}
        bits = {name: sum(map(whole, pins.values())) for name, pins in widths.items()}
        return bits | {"CLOCKS": self.clocks, "SETTLED": self.settled}

    def pins(self, chip):
        """Verilog of the module `pins`: a chip with its inputs on one bus and its outputs on another.

        In `always_known` the bits are set of the outputs that mean something in every clock.
        """
        widths = self.defines()
        at, connected = widths["INPUTS"], []
        for name, bits in self.inputs.items():
            at -= whole(bits)
            connected.append(f".{name}(driven[{at + bits - 1}:{at}])")
        connected += [f".{name}({name})" for name in self.outputs]
        shown = (f"{whole(bits) - bits}'d0, {name}" if bits % 4 else name for name, bits in self.outputs.items())
        known = (f"{{{whole(bits)}{{1'b{int(name not in WITH)}}}}}" for name, bits in self.outputs.items())
        return PINS.substitute(
            instance=chip.instance(),
            inputs=f"[{widths['INPUTS'] - 1}:0]",
            outputs=f"[{widths['OUTPUTS'] - 1}:0]",
            wires="".join(f"    wire [{bits - 1}:0] {name};\n" for name, bits in self.outputs.items()),
            connected=", ".join(connected),
            shown=", ".join(shown),
            known=", ".join(known),
        )


def whole(bits):
    """The bits of so many hexadecimal digits as these bits need."""
    return -(-bits // 4) * 4


def make(program, chip, seed, operations, path):
    """Has the program `carillon` write the vectors for a chip."""
    command = [program, "lockstep", *chip.options(), "--seed", seed, "--operations", operations, "--vectors", path]
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if ran.returncode:
        raise tools.ToolFailed(f"{' '.join(map(str, command))} fails: {ran.stdout}{ran.stderr}")
    return read(path)


def read(path):
    """The vectors in a file."""
    heads, clocks, settled = {}, 0, None
    with open(path) as lines:
        for line in lines:
            if line.startswith("//"):
                _, kind, *pins = line.split()
                heads[kind] = {name: int(bits) for name, bits in (pin.split(":") for pin in pins)}
                names = [name for pins in heads.values() for name in pins]
                awaited = {WITH[name] for name in names if name in WITH}
                continue
            if awaited:
                values = dict(zip(names, line.strip().split("_")))
                awaited -= {name for name in awaited if values[name] == "1"}
                settled = clocks
            clocks += 1
    if settled is None or awaited:
        raise tools.ToolFailed(f"in {path} the chip never shows {awaited or 'anything'}: choose a longer run")
    return Vectors(path, clocks, settled, heads["inputs"], heads["outputs"])
