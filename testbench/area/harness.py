"""Writes a harness around a circuit, so that its paths run from flip-flop to flip-flop and few pins are enough.

Every input comes from a flip-flop of its own; together they are one shift register that a single pin fills. Every
output goes into a flip-flop of its own; what these hold is combined with exclusive or, one LUT4 and one flip-flop deep
a clock, into a single pin. So no path of the harness is longer than one LUT4, and synthesis can remove nothing from the
circuit.
"""

import re

HARNESS = "harness"
CLOCK = "clock"
# How many bits one LUT4 combines.
LUT_INPUTS = 4

PORT = re.compile(r"^ *(input|output) +(?:wire|reg) +(?:\[(\d+):0\] *)?(\w+),?(?: *//.*)?$", re.MULTILINE)


def ports(chip):
    """The ports of a chip's top module, its clock excepted: (direction, name, bits) of each."""
    verilog = "\n".join(path.read_text() for path in chip.sources)
    head = re.search(rf"^module {chip.top} (?:#\(.*?^\) )?\((.*?)^\);$", verilog, re.MULTILINE | re.DOTALL)
    if not head:
        raise ValueError(f"there is no module {chip.top}: pass a file that `make generate` has written")
    found = [(way, name, int(left or 0) + 1) for way, left, name in PORT.findall(head[1])]
    lines = [line for line in head[1].splitlines() if line.strip() and not line.strip().startswith("//")]
    if len(found) != len(lines):
        raise ValueError(f"the ports of {chip.top} do not read as the generator writes them: adapt PORT in harness.py")
    return tuple(port for port in found if port[1] != CLOCK)


def connections(ports, way, register):
    """The instance's connections for all ports of one direction, each to its part of `register`; and all bits."""
    lines, first = [], 0
    for direction, name, width in ports:
        if direction == way:
            lines.append(f".{name}({register}[{first + width - 1}:{first}])")
            first += width
    return lines, first


def write(circuit):
    """The harness for a circuit, as Verilog. Its pins: `clock`, `serial_in`, `parity_out`."""
    inputs, input_bits = connections(circuit.ports, "input", "driven")
    outputs, output_bits = connections(circuit.ports, "output", "out")
    declarations, stages = [], []
    last, width, stage = "captured", output_bits, 0
    while width > 1:
        stage += 1
        name, narrower = f"folded_{stage}", -(-width // LUT_INPUTS)
        declarations.append(f"    reg [{narrower - 1}:0] {name};")
        for bit in range(narrower):
            top = min(width, LUT_INPUTS * (bit + 1)) - 1
            stages.append(f"        {name}[{bit}] <= ^{last}[{top}:{LUT_INPUTS * bit}];")
        last, width = name, narrower
    body = "\n".join(
        [
            f"module {HARNESS}(input wire {CLOCK}, input wire serial_in, output wire parity_out);",
            f"    reg [{input_bits - 1}:0] driven;",
            f"    wire [{output_bits - 1}:0] out;",
            f"    reg [{output_bits - 1}:0] captured;",
            *declarations,
            f"    {circuit.top} chip(",
            "        " + ",\n        ".join([f".{circuit.clock}({CLOCK})", *inputs, *outputs]),
            "    );",
            f"    always @(posedge {CLOCK}) begin",
            f"        driven <= {{driven[{input_bits - 2}:0], serial_in}};",
            "        captured <= out;",
            *stages,
            "    end",
            f"    assign parity_out = {last}[0];",
            "endmodule",
        ]
    )
    return body + "\n"
