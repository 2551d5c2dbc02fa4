#!/usr/bin/env python3
"""Writes a large capture to standard output, made of copies of web-lossy.pcap at other addresses.

large.py --megabytes 500        copies one after the other, with the payload that web-lossy.pcap leaves out as zeros
large.py --connections 10000    copies at the same time
large.py --measure CARILLON     replays both with this program: memory, processor time and time
"""

import argparse
import os
import struct
import subprocess
import sys
import time
from pathlib import Path

SOURCE = Path(__file__).with_name("web-lossy.pcap")
HEADER, RECORD = 24, struct.Struct("<4I")
# Connections and seconds of web-lossy.pcap.
CONNECTIONS, SECONDS = 217, 21
# The second byte of both IPv4 addresses.
ADDRESSES = (27, 31)


def records():
    """Time in seconds and microseconds, bytes on the wire, and the bytes captured, of each packet."""
    source = SOURCE.read_bytes()
    at = HEADER
    while at < len(source):
        seconds, fraction, captured, on_wire = RECORD.unpack_from(source, at)
        at += RECORD.size
        yield seconds, fraction, on_wire, bytearray(source[at : at + captured])
        at += captured


def header():
    """As that of web-lossy.pcap, but for whole packets."""
    source = SOURCE.read_bytes()
    return source[:16] + struct.pack("<I", 1 << 18) + source[20:HEADER]


def packets_of(megabytes):
    """Copies one after the other until there are so many megabytes."""
    written, copy = 0, 0
    while written < megabytes * 1_000_000:
        for seconds, fraction, on_wire, packet in records():
            for address in ADDRESSES:
                packet[address] = (packet[address] + copy) % 256
            packet = packet.ljust(on_wire, b"\0")
            yield RECORD.pack(seconds + SECONDS * copy, fraction, len(packet), on_wire) + packet
            written += RECORD.size + len(packet)
        copy += 1


def packets_at_once(connections):
    """Each packet as often as it takes to have so many connections."""
    copies = -(-connections // CONNECTIONS)
    if copies > 256:
        raise SystemExit(f"--connections: at most {256 * CONNECTIONS}, as many as there are addresses")
    for seconds, fraction, on_wire, packet in records():
        head = RECORD.pack(seconds, fraction, len(packet), on_wire)
        first = [packet[address] for address in ADDRESSES]
        for copy in range(copies):
            for address, byte in zip(ADDRESSES, first, strict=True):
                packet[address] = (byte + copy) % 256
            yield head + packet


def measure(carillon):
    """Replays captures through a pipe."""
    for option, value in (("--megabytes", "500"), ("--connections", "10000")):
        begun = time.monotonic()
        with subprocess.Popen([sys.executable, __file__, option, value], stdout=subprocess.PIPE) as writer:
            replay = subprocess.Popen([carillon, "replay", "-"], stdin=writer.stdout, stdout=subprocess.PIPE, text=True)
            writer.stdout.close()
            said = replay.stdout.read()
            _, status, used = os.wait4(replay.pid, 0)
        took = time.monotonic() - begun
        print(said)
        print(
            f"{option} {value}: {used.ru_maxrss / 1000:.0f} MB of memory, {used.ru_utime + used.ru_stime:.0f} s of "
            f"processor time, {took:.0f} s\n",
            flush=True,
        )
        if status != 0:
            return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--megabytes", type=int)
    what.add_argument("--connections", type=int)
    what.add_argument("--measure", metavar="CARILLON")
    arguments = parser.parse_args()
    if arguments.measure:
        return measure(arguments.measure)
    out = sys.stdout.buffer
    out.write(header())
    out.writelines(packets_of(arguments.megabytes) if arguments.megabytes else packets_at_once(arguments.connections))
    return 0


if __name__ == "__main__":
    sys.exit(main())
