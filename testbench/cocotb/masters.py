"""Masters that others wrote, at the chip's registers: those of cocotbext-axi, cocotbext-apb and cocotbext-wishbone."""

from cocotbext.apb import ApbBus, ApbMaster
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp
from cocotbext.wishbone.driver import WBOp, WishboneMaster
from host import clock, reset_pin

WORD = 4
# What cocotbext-wishbone calls the pins, and what they are called after `wb_`.
PINS = {"cyc": "cyc", "stb": "stb", "we": "we", "adr": "adr", "datwr": "dat_w", "datrd": "dat_r", "ack": "ack"}
ACK = 1
# Clocks.
PATIENCE = 1000


class AxiLite:
    """A chip with AXI4-Lite."""

    def __init__(self, chip):
        pin, level = reset_pin(chip)
        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(chip, "s_axi"), clock(chip), pin, bool(level))

    async def read(self, offset):
        """The register's word."""
        answer = await self.master.read(offset, WORD)
        assert answer.resp == AxiResp.OKAY, f"reading {offset:#x} is answered with {answer.resp}"
        return int.from_bytes(answer.data, "little")

    async def write(self, offset, word):
        """Writes the register."""
        answer = await self.master.write(offset, word.to_bytes(WORD, "little"))
        assert answer.resp == AxiResp.OKAY, f"writing {offset:#x} is answered with {answer.resp}"


class Apb:
    """A chip with APB."""

    def __init__(self, chip):
        self.master = ApbMaster(ApbBus.from_entity(chip), chip.clock)

    async def read(self, offset):
        """The register's word."""
        return int.from_bytes(await self.master.read(offset), "little")

    async def write(self, offset, word):
        """Writes the register."""
        await self.master.write(offset, word.to_bytes(WORD, "little"))


class Classic(WishboneMaster):
    """Without `stall`, cocotbext-wishbone's master keeps `stb` until the answer."""

    _optional_signals = ["sel", "err"]


class PipelinedWishbone:
    """A chip with Wishbone, by pipelined transfers."""

    def __init__(self, chip, kind=WishboneMaster):
        self.master = kind(chip, "wb", chip.clock, signals_dict=PINS, timeout=PATIENCE)

    async def transfer(self, offset, word=None):
        """One transfer in a cycle of its own."""
        operation = WBOp(offset // WORD, word, acktimeout=PATIENCE)
        (answer,) = await self.master.send_cycle([operation])
        assert answer.ack == ACK, f"{offset:#x} is answered with {answer.ack}"
        return answer.datrd

    async def read(self, offset):
        """The register's word."""
        return (await self.transfer(offset)).to_unsigned()

    async def write(self, offset, word):
        """Writes the register."""
        await self.transfer(offset, word)


class ClassicWishbone(PipelinedWishbone):
    """The same by classic transfers."""

    def __init__(self, chip):
        super().__init__(chip, Classic)


def kinds(chip):
    """The masters for the chip's bus."""
    if hasattr(chip, "psel"):
        return [Apb]
    return [AxiLite] if hasattr(chip, "s_axi_awaddr") else [PipelinedWishbone, ClassicWishbone]
