"""Runs mutants in lockstep with the reference model: the program `carillon lockstep` on models that hold mutants."""

import os
import pathlib
import subprocess

import tools

MODELS = pathlib.Path("target/mutation/models")
BUILD = pathlib.Path("target/mutation/build")
PROGRAM = BUILD / "release/carillon"
AGREES, DIFFERS = 0, 1
# The simulated memory behind a timer chip has been asked for what no chip may ask.
PANICKED = "a thread has panicked"


def build(log):
    """Builds the program with the models in MODELS in the place of those of the same name."""
    environment = {**os.environ, "CARILLON_MUTANTS": str(MODELS.resolve())}
    command = [
        "cargo",
        "build",
        "--release",
        "--target-dir",
        BUILD,
        "--package",
        "carillon",
        "--bin",
        "carillon",
    ]
    with open(log, "w") as output:
        if subprocess.run(command, env=environment, stdout=output, stderr=output, check=False).returncode:
            raise tools.ToolFailed(f"The models with mutants cannot be built.{tools.last_lines(log)}")


def kills(arguments, length, number):
    """Compares one mutant for so long; returns what told it apart, or None if nothing has."""
    environment = {**os.environ, "CARILLON_MUTANT": str(number)}
    command = [PROGRAM, "lockstep", *arguments, *length, "--jobs", "1"]
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode == AGREES:
        return None
    # Below 0: a signal. The model's logic does not settle, and Verilator ends the program.
    if done.returncode == DIFFERS or done.returncode < 0:
        return done.stdout.partition("\n")[0] or "the model does not settle"
    if PANICKED in done.stderr:
        return next((line for line in done.stderr.splitlines() if line and "panicked" not in line), PANICKED)
    raise tools.ToolFailed(
        f"`{' '.join(map(str, command))}` of mutant {number} ended with status {done.returncode}: {done.stderr.strip()}"
    )
