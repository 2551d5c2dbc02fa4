"""A user's test of the timer chip: starts a timer, takes its interrupt and acknowledges the event."""

import cocotb
import host
import masters
from memory import Memory
from registers import TIMER as MAP

TIMERS, TIMER, INTERVAL, PRESCALE = 16, 5, 30, 20
WHEEL_BITS = 4
# Word address of the records.
BASE = 0x8000
# In which so few records are initialised, or those of all slots of several wheels.
CLOCKS = 5000


@cocotb.test()
async def started_timer_expires_at_its_tick(chip):
    """After a reset; with each master for the chip's bus, of which the first initialises the chip."""
    inside = chip.TIMER_BITS.value != 0
    if inside:
        chip.memory_dat_r.value = chip.memory_ack.value = chip.memory_err.value = chip.memory_stall.value = 0
    buses = await host.reset(chip, *masters.kinds(chip), *([] if inside else [Memory]))
    memory = None if inside else buses.pop()
    await initialise(buses[0])
    window = MAP.offset("WINDOW", TIMER)
    for bus in buses:
        assert await bus.read(MAP.offset("ID")) == MAP.constants["ID_VALUE"]
        begun = await bus.read(MAP.offset("NOW_LO"))
        await bus.write(window, MAP.put("TIMER_WORD_TICKS", INTERVAL))
        assert MAP.get("TIMER_WORD_RUNS", await bus.read(window)), "it does not run"
        await host.interrupts(chip, (INTERVAL + 10) * PRESCALE)
        event = await bus.read(MAP.offset("EVENT"))
        assert MAP.get("EVENT_VALID", event) and MAP.get("EVENT_TIMER", event) == TIMER, f"event {event:#x}"
        tick = await bus.read(MAP.offset("EVENT_TICK"))
        assert begun + INTERVAL <= tick <= begun + INTERVAL + 2, f"started at {begun} for {INTERVAL}, event of {tick}"
        assert not MAP.get("TIMER_WORD_RUNS", await bus.read(window)), "it still runs"
        sequence = MAP.get("EVENT_SEQUENCE", event)
        await bus.write(MAP.offset("EVENT_ACK"), MAP.put("EVENT_ACK_SEQUENCE", sequence))
        await host.rests(chip, bus, MAP)
        chip._log.info(f"{type(bus).__name__}: the timer expired and was acknowledged")
    await host.forgets(chip, buses[0], MAP)
    if not inside:
        assert memory.reads and min(memory.words) >= BASE, "the records are not in the memory"


async def initialise(bus):
    """Describes the timers, lets the chip initialise their records and starts it."""
    await bus.write(MAP.offset("TIMERS"), TIMERS)
    if MAP.get("PARAMS_WHEELS", await bus.read(MAP.offset("PARAMS"))) == 1:
        await bus.write(MAP.offset("WHEEL_BITS"), WHEEL_BITS)
    await bus.write(MAP.offset("MEMORY_BASE"), BASE)
    await bus.write(MAP.offset("PRESCALE"), PRESCALE)
    await bus.write(MAP.offset("CTRL"), MAP.put("CTRL_INITIALISE"))
    await host.is_ready(bus, MAP, CLOCKS)
    await bus.write(MAP.offset("INTR_ENABLE"), MAP.put("INTR_ENABLE_EVENT"))
    await bus.write(MAP.offset("CTRL"), MAP.put("CTRL_ENABLE"))
