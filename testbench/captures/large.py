#!/usr/bin/env python3
"""Writes a capture of at least so many megabytes to standard output: web-lossy.pcap again and again, each time at other
addresses, with the payload that it leaves out as zeros. To see what memory a replay takes:

    python3 testbench/captures/large.py 500 | /usr/bin/time -v target/release/carillon replay -
"""

import struct
import sys
from pathlib import Path

HEADER, RECORD = 24, struct.Struct("<4I")


def main(megabytes: int) -> None:
    source = Path(__file__).with_name("web-lossy.pcap").read_bytes()
    out = sys.stdout.buffer
    out.write(source[:16] + struct.pack("<I", 1 << 18) + source[20:HEADER])
    written, copy = 0, 0
    while written < megabytes * 1_000_000:
        at = HEADER
        while at < len(source):
            seconds, fraction, captured, on_wire = RECORD.unpack_from(source, at)
            at += RECORD.size
            packet = bytearray(source[at : at + captured])
            at += captured
            # The second byte of both IPv4 addresses.
            for address in (26, 30):
                packet[address + 1] = (packet[address + 1] + copy) % 256
            packet = packet.ljust(on_wire, b"\0")
            out.write(RECORD.pack(seconds + 21 * copy, fraction, len(packet), on_wire) + packet)
            written += RECORD.size + len(packet)
        copy += 1


if __name__ == "__main__":
    main(int(sys.argv[1]))
