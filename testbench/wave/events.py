"""Prints what a wave says of the driver, as JSON, read by vcdvcd, which others have written.

    events.py FILE

`first` are the signals in the file's order, up to those of the chip's own hierarchy; `events` what the driver does, as
[clock, kind, timer], the timer of a service being null; `irq` the interrupt line where a service begins.
"""

import itertools
import json
import re
import sys

from vcdvcd import VCDVCD

# Picoseconds in a clock.
CLOCK = 10_000
PULSES = ("start", "stop", "expiry")


def value(wave, name, time):
    return int(wave[name][time], 2)


def main():
    wave = VCDVCD(sys.argv[1], signal_res=[re.compile(r"^(driver|chip)\.")])
    assert str(wave.timescale["timescale"]) == "1E-12", wave.timescale
    events = []
    for kind in PULSES:
        for time, level in wave[f"driver.{kind}"].tv:
            if level == "1":
                events.append((time, kind, value(wave, "driver.timer[31:0]", time)))
    services = [(time, level) for time, level in wave["driver.service"].tv]
    # The first is the value before anything has happened.
    for time, level in services[1:]:
        events.append((time, "service begins" if level == "1" else "service ends", None))
    events.sort(key=lambda event: event[0])
    names = VCDVCD(sys.argv[1], only_sigs=True).signals
    print(
        json.dumps(
            {
                "first": list(itertools.takewhile(lambda name: not name.startswith("top."), names)),
                "all": len(names),
                "events": [(time // CLOCK, kind, timer) for time, kind, timer in events],
                "irq": [value(wave, "chip.irq", time) for time, level in services if level == "1"],
            }
        )
    )


if __name__ == "__main__":
    main()
