"""What the record of the long tier must do: `make check-long` runs it first."""

import contextlib
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import long
import short
import steps
import tell

HERE = str(pathlib.Path(__file__).resolve().parent)
# Seconds after which a step is ended, tried in turn until it has begun before.
LIMITS = (2, 20, 200)


class Record(unittest.TestCase):
    """A tree with one input and a part that passes or fails."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.root)
        self.record = self.root / "record.json"
        self.source = self.root / "part" / "source.rs"
        self.source.parent.mkdir()
        self.write("fn main() {}\n")

    def write(self, text):
        self.source.write_text(text)
        long.files.cache_clear()

    def part(self, command=("true",)):
        return long.Part("part", command, "part")

    def run_part(self, part):
        with contextlib.redirect_stdout(io.StringIO()):
            return long.run([part], self.root, self.record)

    def stale(self, part):
        return bool(long.stale([part], self.root, self.record))

    def test_part_that_has_passed_is_not_stale(self):
        self.assertTrue(self.stale(self.part()))
        self.assertEqual(self.run_part(self.part()), 0)
        self.assertFalse(self.stale(self.part()))

    def test_changed_input_makes_it_stale(self):
        self.run_part(self.part())
        self.write("fn main() { loop {} }\n")
        self.assertTrue(self.stale(self.part()))

    def test_new_input_makes_it_stale(self):
        self.run_part(self.part())
        (self.root / "part" / "more.rs").write_text("")
        long.files.cache_clear()
        self.assertTrue(self.stale(self.part()))

    def test_another_command_makes_it_stale(self):
        self.run_part(self.part())
        self.assertTrue(self.stale(self.part(("true", "--more"))))

    def test_comment_changes_nothing(self):
        self.run_part(self.part())
        self.write("// A comment.\nfn main() {}\n")
        self.assertFalse(self.stale(self.part()))

    def test_comment_behind_a_line_of_verilog_changes_nothing(self):
        source = self.root / "part" / "part.v"
        source.write_text("wire a; // One.\n")
        self.run_part(self.part())
        source.write_text("wire a;   // Another one.\n")
        self.assertFalse(self.stale(self.part()))
        source.write_text("wire b; // One.\n")
        self.assertTrue(self.stale(self.part()))

    def test_crates_are_inputs(self):
        """Those of the simulated chips are fewer than those of the programs on them, and stand there with versions."""
        sim, replay = (set(long.crates(long.ROOT, f"carillon-{name}").split("\n")) for name in ("sim", "replay"))
        self.assertLess(len(sim), len(replay))
        self.assertTrue(any(line.startswith("verilated v0.1.2") for line in sim))
        self.assertFalse(any("/" in line.split(" ")[0] for line in sim))

    def test_failed_part_is_not_noted(self):
        self.assertEqual(self.run_part(self.part(("false",))), 1)
        self.assertFalse(self.record.exists())

    def test_input_that_changes_during_the_run_is_not_noted(self):
        self.run_part(self.part(("sh", "-c", "echo changed > part/source.rs")))
        self.assertFalse(self.record.exists())

    def test_other_parts_stay_noted(self):
        self.record.write_text(json.dumps({"other": {"inputs": "0", "seconds": 1}}))
        self.run_part(self.part())
        self.assertEqual(set(long.passed(self.record)), {"other", "part"})


class Parts(unittest.TestCase):
    """The parts that there are."""

    def test_every_long_test_is_of_a_part(self):
        """A test that is left out of the short tier, and that no part runs, would never run."""
        sources = [path for path in long.ROOT.glob("*/**/*.rs") if "target" not in path.parts]
        long_tests = {
            path.relative_to(long.ROOT)
            for path in sources
            if re.search(r"^\s*#\[ignore\b", path.read_text(), re.MULTILINE)
        }
        ran = {pathlib.Path(path) for part in long.PARTS for path in part.tests}
        self.assertEqual(long_tests, ran)

    def test_every_ignored_test_of_a_part_is_run_by_its_name(self):
        """A part runs its tests by name, and finds their names by what stands before them."""
        for name in {name for part in long.PARTS for name in part.tests}:
            text = (long.ROOT / name).read_text()
            marks = re.findall(r"^\s*#\[ignore\b", text, re.MULTILINE)
            self.assertEqual(len(marks), len(long.IGNORED.findall(text)), name)

    def test_inputs_are_there(self):
        for part in long.PARTS:
            for name in part.inputs:
                name = name.replace(long.PROOF, f"{long.FORMAL}/") + ".sby" if name.startswith(long.PROOF) else name
                if not name.startswith(("target/", long.CRATES)):
                    self.assertTrue((long.ROOT / name).exists(), f"{part.name}: {name}")

    def test_every_long_task_of_a_proof_is_of_a_part(self):
        """Those of all but the short proofs of testbench/formal/prove.py, which have none."""
        sys.path[:0] = [str(long.ROOT / one) for one in ("hdl/common", long.FORMAL)]
        import prove

        names = {part.name for part in long.PARTS}
        marked = {path.stem for path in (long.ROOT / long.FORMAL).glob("*.sby") if prove.LONG_TASK in path.read_text()}
        self.assertLessEqual({*prove.LONG, *long.MUTANTS, *marked}, names)
        self.assertEqual(set(prove.MUTANTS), set(long.MUTANTS))

    def test_every_family_has_its_netlists(self):
        sys.path.insert(0, str(long.ROOT / "hdl/common"))
        import family

        names = {part.name for part in long.PARTS if part.name.startswith("netlists_")}
        self.assertEqual(names, {f"netlists_{one.stem}" for one in family.ALL})

    def test_proof_has_as_input_what_it_can_reach(self):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            formal, chip = root / long.FORMAL, root / "target" / "chip.v"
            formal.mkdir(parents=True)
            chip.parent.mkdir()
            (formal / "one.sby").write_text("[script]\nread\n\n[files]\nsmall: chip.v ../../target/chip.v\none.sv\n")
            (formal / "one.sv").write_text("module one;\nfirst it();\nendmodule\n")

            def digits(first, second, other):
                written = zip(("first", "second", "other"), (first, second, other))
                chip.write_text("".join(f"module {name};\n{text}\nendmodule\n" for name, text in written))
                long.files.cache_clear()
                long.modules.cache_clear()
                return long.digits(long.Part("one", ("true",), "proof:one"), root)

            base = digits("second it();", "reg a;", "reg b;")
            self.assertEqual(base, digits("second it();", "reg a; // Said.", "reg c;"))
            self.assertNotEqual(base, digits("second it();", "reg d;", "reg b;"))
            self.assertNotEqual(base, digits("second it();", "reg a;\nother it();", "reg b;"))

    def test_proof_reaches_from_one_file_of_the_text_into_another(self):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            formal, text = root / long.FORMAL, root / "hdl" / "verilog"
            formal.mkdir(parents=True)
            text.mkdir(parents=True)
            listed = "../../hdl/verilog/a.v\n../../hdl/verilog/b.v\none.sv"
            (formal / "one.sby").write_text(f"[script]\nread\n\n[files]\n{listed}\n")
            (formal / "one.sv").write_text("module one;\nfirst it();\nendmodule\n")
            (text / "a.v").write_text("module first #(parameter WIDTH = 1) ();\nsecond it();\nendmodule\n")

            def digits(second):
                (text / "b.v").write_text(f"module second;\n{second}\nendmodule\nmodule other;\nendmodule\n")
                long.files.cache_clear()
                long.modules.cache_clear()
                return long.digits(long.Part("one", ("true",), "proof:one"), root)

            self.assertNotEqual(digits("reg a;"), digits("reg b;"))


class Steps(unittest.TestCase):
    """Steps that wait for each other."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(scratch.name)

    def run_steps(self, *listed):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            status = steps.run_all(listed)
        return status, said.getvalue()

    def test_what_needs_a_failed_step_does_not_run_and_the_rest_does(self):
        listed = (
            steps.Step("first", ("sh", "-c", "echo broken; false")),
            steps.Step("then", ("touch", "then"), needs=("first",)),
            steps.Step("last", ("touch", "last"), needs=("then",)),
            steps.Step("behind", ("touch", "behind"), after=("first", "last")),
            steps.Step("second", ("no-such-program",)),
        )
        status, said = self.run_steps(*listed)
        self.assertEqual(status, 1)
        self.assertIn("broken", said)
        self.assertIn("no-such-program does not start", said)
        self.assertIn("failed: first, second\n", said)
        self.assertIn("not run: then: it needs first, which failed\n", said)
        self.assertIn("not run: last: it needs then, which was not run\n", said)
        ran = {path.name for path in pathlib.Path().iterdir()}
        self.assertEqual(ran & {"then", "last", "behind"}, {"behind"})

    def test_failed_steps_are_named_in_their_order(self):
        """The second has failed before the first."""
        waits = "until [ -e second ]; do sleep 0.01; done; false"
        first = steps.Step("first", ("sh", "-c", waits), limit=600)
        second = steps.Step("second", ("sh", "-c", "echo >second; false"))
        status, said = self.run_steps(first, second)
        self.assertEqual(status, 1)
        self.assertIn("\nfailed: first, second\n", said)

    def test_what_all_wait_for_is_a_step(self):
        names = [step.name for step in short.STEPS]
        for place, step in enumerate(short.STEPS):
            self.assertLessEqual({*step.needs, *step.after}, set(names[:place]), step.name)

    def test_step_that_does_not_end_is_ended_with_what_it_has_started(self):
        begun = "sleep 1000 & echo $! >pid; mv pid begun; wait"
        for limit in LIMITS:
            status, said = self.run_steps(steps.Step("endless", ("sh", "-c", begun), limit=limit))
            self.assertEqual(status, 1)
            self.assertIn(f"It was ended after {limit} s.", said)
            if pathlib.Path("begun").exists():
                break
        self.assert_is_gone(int(pathlib.Path("begun").read_text()))

    def test_signal_ends_all_unless_it_is_ignored(self):
        """Both as this test may have been started: with the signal ignored, and not."""
        script = (
            "import sys; sys.path.insert(0, sys.argv[1]); import steps;"
            "begun = 'echo $$ >pid; mv pid begun; sleep 1000';"
            "long = steps.Step('long', ('sh', '-c', begun), limit=float(sys.argv[2]));"
            "sys.exit(steps.ended_by_signals(lambda: steps.run_all([long])))"
        )
        for disposition, limits, expected in (("default", (600,), 128 + signal.SIGHUP), ("ignore", LIMITS, 1)):
            for limit in limits:
                command = ("env", f"--{disposition}-signal=HUP", sys.executable, "-B", "-c", script, HERE, str(limit))
                with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
                    self.addCleanup(process.kill)
                    while not pathlib.Path("begun").exists() and process.poll() is None:
                        time.sleep(0.01)
                    process.send_signal(signal.SIGHUP)
                    self.assertEqual(process.wait(900), expected, disposition)
                if pathlib.Path("begun").exists():
                    break
            self.assert_is_gone(int(pathlib.Path("begun").read_text()))
            pathlib.Path("begun").unlink()

    def assert_is_gone(self, process):
        """It may take a while to die, and stay a zombie where nobody waits for orphans."""
        until = time.monotonic() + 300
        with contextlib.suppress(FileNotFoundError):
            while "State:\tZ" not in pathlib.Path(f"/proc/{process}/status").read_text():
                self.assertLess(time.monotonic(), until)
                time.sleep(0.01)

    def test_shown_step_comes_last(self):
        shown = steps.Step("shown", ("echo", "results"), shown=True)
        status, said = self.run_steps(shown, steps.Step("other", ("true",)))
        self.assertEqual(status, 0)
        self.assertTrue(said.rstrip().endswith("results"))


class Tell(unittest.TestCase):
    """What is said of a long build."""

    def test_programs_are_told_in_words(self):
        for line, does in (
            ("/bin/rustc --crate-name carillon_sim --edition=2024 src/lib.rs", "compiles carillon_sim"),
            ("/bin/rustc --crate-name ___ - --print=cfg", None),
            ("/t/build/carillon-sim-1/build-script-build", "runs the build script of sim"),
            ("/usr/bin/verilator_bin --cc chip.v", "runs Verilator"),
            ("/usr/lib/gcc/cc1plus -quiet /t/out/Vtiny__0.cpp -o a.s", "compiles Vtiny__0.cpp"),
            ("sh -c true", None),
        ):
            self.assertEqual(tell.job(line.split(), "/carillon/sim"), does)

    def test_what_runs_below_a_process_is_found(self):
        with subprocess.Popen(("sh", "-c", "sleep 1000 & echo $!; wait"), stdout=subprocess.PIPE) as process:
            below = int(process.stdout.readline())
            self.assertIn(below, tell.descendants(process.pid))
            self.assertNotIn(os.getpid(), tell.descendants(process.pid))
            os.kill(below, signal.SIGKILL)

    def test_the_status_is_the_commands(self):
        for command, status in (("exit 3", 3), ("kill -TERM $$", 128 + signal.SIGTERM)):
            told = subprocess.run((sys.executable, "-B", f"{HERE}/tell.py", "sh", "-c", command), check=False)
            self.assertEqual(told.returncode, status)


if __name__ == "__main__":
    unittest.main()
