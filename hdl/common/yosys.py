"""Runs Yosys by a script, with the care that tools.py explains."""

import tools


def run(script, stem):
    """Runs the commands; the script, the log and standard error are in files that begin with the path `stem`.

    Returns the log. Paths must be relative to the working directory.
    """
    source, log, errors = (stem.with_name(stem.name + end) for end in (".script.ys", ".yosys.log", ".yosys.errors"))
    source.write_text("\n".join(command.strip() for command in script.split(";")) + "\n")
    log.unlink(missing_ok=True)
    status = tools.run([tools.YOSYS, "-q", "-l", str(log), "-s", str(source)], errors)
    text = log.read_text() if log.exists() else ""
    if status != 0 or tools.YOSYS_CLOSING not in text:
        raise tools.ToolFailed(
            f"Yosys ended with status {status} before the end of its script.{tools.last_lines(log, errors)}"
        )
    return text
