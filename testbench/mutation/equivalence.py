"""Which mutants do nothing: proved by SAT, a clock at a time.

The chip is flattened, and every flip-flop and every module with a memory becomes ports: what is left is combinational
logic from state and inputs to the next state and the outputs. A mutant that gives the same for every state that the
chip can be in, beside the chip as it should be, can never be told from it. The other way round does not hold: the
solver may find a difference in a state that the chip never reaches.

What is known of such states: bits of flip-flops that never leave their reset value because a constant masks them (a
build of 1,024 slots leaves the upper bits of its 20-bit addresses at 0). Yosys finds them as it would for synthesis,
with `opt`, and they are given to the solver. That is sound by induction: as long as both chips have been in the same
states, what never happens to the one has not happened to the other.

State that nothing looks at is not compared: flip-flops and memories from which no path leads to an output, once
constants are known for what they are (a build without a cascade has one that nobody listens to). The chip as it should
be does not depend on them, so a mutant that agrees with it whatever they hold may change them as it likes. Among these
constants are the bits above that never leave their reset value; they themselves are compared.

A mutant within a module with a memory is compared in that module alone, with the memory's words as state.
"""

import json
import re

import mutants
import tools
import yosys

MAP, BOX = (f"testbench/mutation/{name}.v" for name in ("flip_flop", "flip_flop_box"))
# How many killed mutants are tried as well: of the chip, and of each module with a memory.
CONTROLS, CONTROLS_INSIDE = 20, 2
VERDICT = re.compile(r"^MUTANT (\d+)$|SAT proof finished - (no model found: SUCCESS|model found: FAIL)", re.MULTILINE)


def constants(plain, optimised):
    """The bits of flip-flops that optimising has found constant: the flip-flop's cell, its wire, bit, value."""
    before, after = (design["modules"][mutants.TOP] for design in (plain, optimised))
    wires = {tuple(wire["bits"]): name for name, wire in before["netnames"].items() if not wire["hide_name"]}
    for cell, content in before["cells"].items():
        wire = wires.get(tuple(content["connections"].get("Q", [])))
        if content["type"] == "$dff" and wire in after["netnames"]:
            for index, bit in enumerate(after["netnames"][wire]["bits"]):
                if bit in ("0", "1"):
                    yield cell, wire, index, bit


def unheard(plain, heard):
    """The cells that nothing listens to in `heard`: flip-flops, and instances of modules that become ports."""
    before, after = (design["modules"][mutants.TOP]["cells"] for design in (plain, heard))
    return {
        name: cell
        for name, cell in before.items()
        if name not in after and (cell["type"] == "$dff" or cell["type"] in plain["modules"])
    }


def tied(number, width, top):
    """Commands that give the `mutsel` of module `top` a constant value."""
    # Without the two options `connect` cuts the input off the wires that it feeds.
    return f"cd {top}; connect -nomap -nounset -set {mutants.SELECT} {width}'d{number}; cd"


def prepare(made, drawn, width, hidden, stem):
    """Makes the netlist of the mutants with its state as ports, of which those that count are compared.

    Returns its path, the solver's settings, and the modules that become ports and that nothing listens to.
    """
    names = ("exposed.il", "flat.il", "plain.json", "optimised.json", "heard.json", "masked.json")
    exposed, flat, plain, optimised, heard, masked = (stem.with_name(name) for name in names)
    commands = stem.with_name("equivalence.all.ys")
    commands.write_text(mutants.commands(drawn, width))
    # The cells of flip-flops are called so in mutants.WHOLE.
    boxes = " ".join(["c:flip_flop_*", "c:*.flip_flop_*", *(f"t:{module}" for module in hidden)])
    keep = "; ".join(f"setattr -mod -set keep_hierarchy 1 {module}" for module in hidden) or "log"
    read = f"{mutants.READ.format(netlist=made.path)}; {keep}"
    # `opt_merge` and `opt_dff` would take away flip-flops that do count.
    listen = "; ".join(["opt_expr -full; opt_muxtree; opt_clean"] * 4)
    yosys.run(
        f"{read}; flatten; write_json {plain}; design -save plain; opt -full; opt -full; write_json {optimised}; "
        f"design -load plain; write_rtlil {flat}; {listen}; write_json {heard}",
        stem.with_name("constants"),
    )
    plain, optimised, heard = (json.loads(path.read_text()) for path in (plain, optimised, heard))
    deaf = unheard(plain, heard)
    known = [item for item in constants(plain, optimised) if item[0] not in deaf]
    tie = "; ".join(f"connect -set {wire}[{index}] 1'b{value}" for _, wire, index, value in known)
    yosys.run(
        f"read_rtlil {flat}; cd {mutants.TOP}; {tie}; cd; {listen}; write_json {masked}", stem.with_name("masked")
    )
    constant = {cell for cell, *_ in known}
    deaf |= {
        name: cell for name, cell in unheard(plain, json.loads(masked.read_text())).items() if name not in constant
    }
    ignored = " ".join(f"w:{name}.*" for name in deaf)
    yosys.run(
        f"{read}; script {commands}; flatten; read_verilog {BOX}; techmap -map {MAP} {mutants.TOP}; "
        f"hierarchy -check -top {mutants.TOP}; cd {mutants.TOP}; expose -evert {boxes}; "
        f"delete -port {mutants.SELECT}; {f'delete -output {ignored}' if ignored else 'log'}; cd; "
        f"write_rtlil {exposed}",
        stem.with_name("expose"),
    )
    settings = " ".join(f"-set \\in_{cell}.Q[{index}] 1'b{value}" for cell, _, index, value in known)
    return exposed, settings, {cell["type"] for cell in deaf.values()} & set(hidden)


def inside(module, hidden):
    """Whether a module is one that becomes ports, or part of one."""
    return any(module == one or module.startswith(f"{one}_") for one in hidden)


def prove(made, drawn, tried, killed, stem):
    """The numbers of those among the mutants `tried` that are proved to be the same as the chip.

    The chip without a mutation, which is, and some of `killed`, which are not, are given to the solver as well: if it
    errs about one of them, the proof itself is wrong.
    """
    hidden = mutants.modules_with_memory(made, stem)
    if not tried:
        return set()
    width = len(drawn).bit_length()
    # Those inside of what becomes ports are not there any more; their input that chooses would be an output of the
    # rest.
    outside = [mutant for mutant in drawn if not inside(mutant.module, hidden)]
    exposed, known, deaf = prepare(made, outside, width, hidden, stem)
    same = {mutant.number for mutant in tried if inside(mutant.module, deaf)}
    numbers = [mutant.number for mutant in tried if mutant in outside]
    control = [mutant.number for mutant in killed if mutant in outside]
    control = control[:: max(1, len(control) // CONTROLS)]
    log = stem.with_name("equivalence")
    same |= solve(f"read_rtlil {exposed}", mutants.TOP, known, width, [*numbers, *control], log)
    same |= inside_memories(made, drawn, tried, killed, hidden, stem)
    wrong = same & {mutant.number for mutant in killed}
    if wrong:
        raise tools.ToolFailed(
            f"The solver calls killed mutants the same as the chip: {sorted(wrong)}. See {stem.parent}."
        )
    return same


def inside_memories(made, drawn, tried, killed, hidden, stem):
    """The same of mutants in modules with a memory, each beside the module as it should be."""
    width = len(drawn).bit_length()
    commands = stem.with_name("memories.all.ys")
    commands.write_text(mutants.commands(drawn, width))
    same = set()
    for module in hidden:
        numbers = [mutant.number for mutant in tried if mutant.module == module]
        if not numbers:
            continue
        numbers += [mutant.number for mutant in killed if mutant.module == module][:CONTROLS_INSIDE]
        read = (
            f"{mutants.READ.format(netlist=made.path)}; script {commands}; hierarchy -check -top {module}; flatten; "
            f"read_verilog {BOX}; techmap -map {MAP} {module}; hierarchy -check -top {module}; memory_map; "
            f"cd {module}; expose -evert c:flip_flop_*; expose -evert-dff; cd"
        )
        same |= solve(read, module, "", width, numbers, stem.with_name(f"equivalence.{module}"))
    return same


def solve(read, top, known, width, numbers, stem):
    """Those of the mutants that are the same as module `top` of the combinational design that `read` makes."""
    script = [read, "design -save exposed", tied(0, width, top), "design -stash gold"]
    for number in [0, *numbers]:
        script += [
            "design -load exposed",
            tied(number, width, top),
            f"design -copy-from gold -as gold {top}",
            f"rename {top} gate",
            "miter -equiv -flatten gold gate miter",
            f"log MUTANT {number}",
            f"sat {known} -prove trigger 0 miter",
        ]
    same, number = set(), None
    for found in VERDICT.finditer(yosys.run("; ".join(script), stem)):
        if found[1]:
            number = int(found[1])
        elif found[2].endswith("SUCCESS"):
            same.add(number)
    if 0 not in same:
        raise tools.ToolFailed(f"The solver does not call {top} the same as itself. See {stem.parent}.")
    return same - {0}
