"""What both tests do."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, First, RisingEdge, Timer

RESET_CLOCKS = 10
# Of the clock, in ns.
PERIOD = 10


def clock(chip):
    """The pin of the clock."""
    return chip.aclk if hasattr(chip, "aclk") else chip.clock


def reset_pin(chip):
    """The pin of the reset, and its level while it resets."""
    return (chip.aresetn, 0) if hasattr(chip, "aresetn") else (chip.reset, 1)


async def reset(chip, *kinds):
    """Starts the clock and holds reset for some clocks; returns one of each kind of what drives the chip's other pins.

    They are made in the second clock: what cocotbext-wishbone drives at time 0 is lost in Icarus.
    """
    cocotb.start_soon(Clock(clock(chip), PERIOD, unit="ns").start())
    pin, level = reset_pin(chip)
    pin.value = level
    await ClockCycles(clock(chip), 1)
    made = [kind(chip) for kind in kinds]
    await ClockCycles(clock(chip), RESET_CLOCKS - 1)
    pin.value = 1 - level
    return made


async def forgets(chip, bus, registers):
    """A second reset by the pin, after which a setting is that of a reset."""
    scratch = registers.offset("SCRATCH")
    await bus.write(scratch, 0x1234_5678)
    assert await bus.read(scratch) == 0x1234_5678
    pin, level = reset_pin(chip)
    pin.value = level
    await ClockCycles(clock(chip), RESET_CLOCKS)
    pin.value = 1 - level
    await ClockCycles(clock(chip), RESET_CLOCKS)
    assert await bus.read(scratch) == 0, "the reset changes nothing"


async def is_ready(bus, registers, clocks):
    """Waits for `STATUS.ready`, about so many clocks, at most twice."""
    for _ in range(100):
        if registers.get("STATUS_READY", await bus.read(registers.offset("STATUS"))):
            return
        await Timer(PERIOD * (clocks // 50), unit="ns")
    raise AssertionError("the chip does not become ready")


async def interrupts(chip, clocks):
    """Waits for the interrupt."""
    assert chip.irq.value == 0, "an interrupt too early"
    await First(RisingEdge(chip.irq), Timer(PERIOD * clocks, unit="ns"))
    assert chip.irq.value == 1, f"no interrupt within {clocks} clocks"


async def rests(chip, bus, registers):
    """After the last event: no interrupt, no event, no error."""
    await ClockCycles(clock(chip), 8)
    assert chip.irq.value == 0, "the interrupt does not end"
    assert not registers.get("EVENT_VALID", await bus.read(registers.offset("EVENT"))), "another event"
    assert await bus.read(registers.offset("ERROR")) == 0, "the chip tells of an error"
