"""A memory that others wrote, at the timer chip's port: cocotbext-wishbone's slave."""

import itertools

from cocotbext.wishbone.monitor import WishboneSlave
from host import clock
from masters import ACK, PINS

# Clocks that its answers wait beyond the first.
WAITS = (0, 1, 0, 3, 7)


class Memory:
    """The slave asks here for each word that is read, and tells of each answer, in which a word is written."""

    def __init__(self, chip):
        self.chip = chip
        # What the chip has written, by word address.
        self.words = {}
        self.reads = 0
        self.slave = WishboneSlave(
            chip,
            "memory",
            clock(chip),
            signals_dict=PINS,
            datgen=self.read_words(),
            ackgen=self.answers(),
            waitreplygen=itertools.cycle(WAITS),
        )

    def address(self):
        """Of the transfer that is asked for."""
        return self.chip.memory_adr.value.to_unsigned()

    def read_words(self):
        """The words that the chip reads, all of which it has to have written."""
        while True:
            self.reads += 1
            yield self.words[self.address()]

    def answers(self):
        """The answers to all transfers."""
        while True:
            if self.chip.memory_we.value:
                lanes = self.chip.memory_sel.value.to_unsigned()
                mask = sum(0xFF << 8 * lane for lane in range(4) if lanes >> lane & 1)
                written = self.chip.memory_dat_w.value.to_unsigned()
                self.words[self.address()] = self.words.get(self.address(), 0) & ~mask | written & mask
            yield ACK
