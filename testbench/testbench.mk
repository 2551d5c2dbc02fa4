# What judges the chips and the queues.

## Proofs, lint and other tools

.PHONY: lint-verilog check-yosys prove
# The chips that the proofs must refute. None of an earlier source is left, which would count as an input of the long
# tier. With `BUILT=yes` they are those that `make build` has written: steps that run side by side read them.
FLAWED := target/formal/flawed
define write_chips
rm -rf $(FLAWED)
$(call program,checked-in) --flawed $(FLAWED)
endef
.PHONY: chips
chips:
	@$(if $(BUILT),,$(write_chips))

lint-verilog: compilers simulators ## the lint of Verilator and Icarus on hdl/verilog, with many parameters
	$(PYTHON) -B testbench/simulators/lint.py

check-yosys: $(VENV)/installed ## Yosys on all verified chips: elaborates, no loops, nothing undriven
	@$(PYTHON_HERE) testbench/simulators/elaborate.py

prove: $(VENV)/installed chips ## proofs of the Verilog, all or ARGS='cursor visits'
	@$(PYTHON_HERE) testbench/formal/prove.py $(ARGS)

# The proofs' assumptions against the proofs that guarantee them.
.PHONY: check-chain
check-chain: ## check that each assumption of a proof is guaranteed by another
	@$(PYTHON) -B testbench/formal/chain.py $(ARGS)

.PHONY: check-simulators check-netlists
check-simulators: compilers simulators $(INSTALLED) chips ## check the chips in other simulators, with others' masters
	$(if $(BUILT),,cargo build $(WHOLE) --bin carillon)
	$(PYTHON_HERE) testbench/simulators/check.py "$(BINARIES)/carillon" $(ARGS)
	$(PYTHON_HERE) testbench/cocotb/check.py
	ghdl -s --std=93 --workdir=target hdl/vhdl/carillon_components.vhd
	echo 'GHDL takes the VHDL components of the chips.'

check-netlists: compilers simulators $(INSTALLED) chips ## check the netlists of seven families, or of ARGS='ice40 ecp5'
	$(if $(BUILT),,cargo build $(WHOLE) --bin carillon)
	$(PYTHON_HERE) testbench/simulators/netlists.py "$(BINARIES)/carillon" $(ARGS)

.PHONY: check-assertions
check-assertions: compilers simulators $(VENV)/installed chips ## run the assertions with the chips and with flaws
	@$(PYTHON_HERE) testbench/simulators/assertions.py $(ARGS)

## Area and clock

# `make area ARGS='counter WHEELS=2'` measures another chip.
.PHONY: area other-timers families check-area check-left-out check-memories
area: $(VENV)/installed-area ## area and clock of both presets on three parts, into docs/measured (15 min)
	$(PYTHON_HERE) testbench/area/measure.py $(ARGS)

other-timers: $(VENV)/installed-area $(VENV)/installed-peers ## others' timers, into docs/measured (10 min)
	$(PYTHON_HERE) testbench/area/other_timers.py

families: $(VENV)/installed ## the chips on seven families, synthesised only, into docs/measured (10 min)
	$(PYTHON_HERE) testbench/area/families.py

# Fast: Yosys stops when the memories are placed.
check-memories: $(VENV)/installed ## check that larger memories are in block RAM on every family
	$(PYTHON_HERE) testbench/area/memories.py

# Fast: it compares fingerprints.
check-area: $(VENV)/installed ## check that docs/measured describes the present chip
	$(PYTHON_HERE) testbench/area/stale.py

check-left-out: $(VENV)/installed ## check that an option left out of a build leaves no register
	$(PYTHON_HERE) testbench/area/left_out.py

## Coverage and mutants

# Models that count are slow and are built apart, so that the others stay as they are. Only these two crates use models.
# These count: all lines and branches are in one of them, and every bit that a build can have is in the largest.
COUNTING := tiny,full10x2,full16x16,largest,timer10x16_all,timer15x16_wide,timer10x2_3wheels_wide
# For a quicker and lesser result: the only models that are built, and the tests that need no others.
MODELS ?=
# The tests at the chips' registers. Replays, figures and the laboratory take longer and reach no other point.
COVERING := arming cascade errors largest late_start lockstep look_ahead modes precedence promises races resets status \
	system throughput timer_chip timer_driver timer_largest timer_late_start timer_lockstep
TESTS ?= -p carillon-verify $(COVERING:%=--test %)
.PHONY: coverage
coverage: compilers $(VENV)/installed ## coverage of the Verilog under the tests, into docs/measured
	rm -rf target/coverage/counts
	mkdir -p target/coverage/counts
	CARILLON_COVERAGE=toggle CARILLON_COVERAGE_OF='$(COUNTING)' CARILLON_MODELS='$(MODELS)' \
		CARILLON_COVERAGE_TO='$(CURDIR)/target/coverage/counts' \
		cargo test $(LOCKED) --target-dir target/coverage/build $(TESTS) --no-fail-fast
	$(PYTHON_HERE) testbench/coverage/report.py target/coverage/counts $(ARGS)

.PHONY: mutate-rust
mutate-rust: compilers $(TOOLS)/bin/cargo-mutants ## mutants of queues and driver that their tests kill; ARGS=--help
	PATH="$(TOOLS)/bin:$$PATH" $(PYTHON) -B testbench/mutants/measure.py $(ARGS)

.PHONY: mutate
mutate: compilers $(VENV)/installed chips ## mutants that tests and proofs kill, into docs/measured
	$(PYTHON_HERE) testbench/mutation/measure.py $(ARGS)
