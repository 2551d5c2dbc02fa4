//! Ten thousand connections at once, from the bytes of a capture to the chip.

#[path = "common/captures.rs"]
mod captures;

use std::io::Cursor;
use std::time::Instant;

use captures::{packet, pcap};
use carillon_driver::facility::Settings;
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_replay::capture::Capture;
use carillon_replay::tcp::Intervals;
use carillon_replay::{Options, SimulatedHost, drive, schedule};
use carillon_sim::{Model, Simulation};

const CONNECTIONS: u32 = 10_000;

/// Microseconds from the start of one connection to the next.
const APART: u32 = 200;

/// Microseconds from a segment to the one that answers it.
const DELAY: u32 = 20_000;

/// Slots of the wheel; events of the FIFO; clocks a tick.
const CHIP: (u32, u32, u32) = (65_536, 16, 4);

const SYN: u8 = 0x02;
const ACK: u8 = 0x10;
const FIN: u8 = 0x01;

/// A segment of connection `number`, from the client (`true`) or the server.
fn segment(number: u32, client: bool, flags: u8, [sequence, ack]: [u32; 2], payload: u16) -> Vec<u8> {
    let mut bytes = packet(sequence, payload);
    let address = (10 << 24 | 1 << 16 | number).to_be_bytes();
    // The client's address and port; those of the server are the packet's destination.
    bytes[26..30].copy_from_slice(&address);
    if !client {
        for (source, destination, length) in [(26, 30, 4), (34, 36, 2)] {
            for at in 0..length {
                bytes.swap(source + at, destination + at);
            }
        }
    }
    bytes[42..46].copy_from_slice(&ack.to_be_bytes());
    bytes[47] = flags;
    bytes
}

/// The capture: each connection begins, asks, is answered and ends.
fn capture() -> Vec<u8> {
    let mut packets = Vec::new();
    for number in 0..CONNECTIONS {
        let segments = [
            (true, SYN, [100, 0], 0),
            (false, SYN | ACK, [500, 101], 0),
            (true, ACK, [101, 501], 300),
            (false, ACK, [501, 401], 1200),
            (true, ACK, [401, 1701], 0),
            (true, FIN | ACK, [401, 1701], 0),
            (false, FIN | ACK, [1701, 402], 0),
            (true, ACK, [402, 1702], 0),
        ];
        for (place, (client, flags, numbers, payload)) in (0..).zip(segments) {
            let bytes = segment(number, client, flags, numbers, payload);
            packets.push((number * APART + place * DELAY, bytes));
        }
    }
    packets.sort_by_key(|(time, _)| *time);
    let packets: Vec<_> =
        packets.into_iter().map(|(time, bytes)| (time / 1_000_000, time % 1_000_000, bytes)).collect();
    pcap(false, 0xa1b2_c3d4, 1, &packets)
}

#[test]
fn replay_of_ten_thousand_connections_is_exact() {
    let bytes = capture();
    let begun = Instant::now();
    let segments = Capture::new(Cursor::new(&bytes)).expect("a capture");
    let segments = segments.map(|segment| segment.expect("a segment"));
    let schedule = schedule(segments, &Intervals::default(), 1_100_000);
    assert_eq!(schedule.connections.len(), CONNECTIONS as usize);
    assert!(schedule.started > 6 * CONNECTIONS, "{}", schedule.started);

    let (slots, fifo, clocks) = CHIP;
    let model = Model::find(slots, fifo).expect("a model");
    let simulation = Simulation::new(model).expect("a chip");
    let options = Options { service_every: 0 };
    let queue = Timers::bounded(HashedWheel::new(slots), schedule.room(0)).expect("a queue");
    let settings = Settings::of(clocks);
    let mut host = SimulatedHost::new(simulation, queue, settings).expect("a host");
    let outcome = drive(&schedule, &mut host, options, &mut |_| ()).expect("a replay");
    assert!(outcome.is_exact(), "{:?}", outcome.differences);
    assert_eq!(outcome.expired, u64::from(schedule.expired));
    println!(
        "{} timers of {CONNECTIONS} connections in {:.1} s took {:.1} s",
        schedule.started,
        schedule.end as f64 / 1e6,
        begun.elapsed().as_secs_f64()
    );
}
