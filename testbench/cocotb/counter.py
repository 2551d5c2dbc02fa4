"""A user's test of the counter chip: arms a slot, takes its interrupt and acknowledges the event."""

import cocotb
import host
import masters
from registers import COUNTER as MAP

SLOTS, INTERVAL, PRESCALE = 64, 20, 10


@cocotb.test()
async def armed_slot_interrupts_at_its_tick(chip):
    """After a reset; with each master for the chip's bus, of which the first initialises the chip."""
    buses = await host.reset(chip, *masters.kinds(chip))
    await initialise(buses[0])
    for bus in buses:
        assert await bus.read(MAP.offset("ID")) == MAP.constants["ID_VALUE"]
        tick = await bus.read(MAP.offset("NOW_LO")) + INTERVAL
        lap, slot = divmod(tick, SLOTS)
        await bus.write(MAP.offset("ARM"), MAP.put("ARM_SLOT", slot) | MAP.put("ARM_LAP", lap))
        await host.interrupts(chip, (INTERVAL + 10) * PRESCALE)
        event = await bus.read(MAP.offset("EVENT"))
        assert MAP.get("EVENT_VALID", event) and not MAP.get("EVENT_LATE", event), f"event {event:#x}"
        assert (MAP.get("EVENT_WHEEL", event), MAP.get("EVENT_SLOT", event)) == (0, slot), f"event {event:#x}"
        assert await bus.read(MAP.offset("EVENT_TICK")) == tick
        sequence = MAP.get("EVENT_SEQUENCE", event)
        await bus.write(MAP.offset("EVENT_ACK"), MAP.put("EVENT_ACK_SEQUENCE", sequence) | MAP.put("EVENT_ACK_DISARM"))
        await host.rests(chip, bus, MAP)
        chip._log.info(f"{type(bus).__name__}: the event came and was acknowledged")
    await host.forgets(chip, buses[0], MAP)


async def initialise(bus):
    """Waits until the chip is ready, gives it a wheel and starts it."""
    slot_bits = MAP.get("PARAMS_SLOT_BITS", await bus.read(MAP.offset("PARAMS")))
    await host.is_ready(bus, MAP, 1 << slot_bits)
    await bus.write(MAP.offset("WHEEL_SIZE", 0), SLOTS)
    await bus.write(MAP.offset("PRESCALE"), PRESCALE)
    await bus.write(MAP.offset("INTR_ENABLE"), MAP.put("INTR_ENABLE_EVENT"))
    await bus.write(MAP.offset("CTRL"), MAP.put("CTRL_ENABLE"))
