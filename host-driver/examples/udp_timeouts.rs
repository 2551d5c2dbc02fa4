//! A UDP server that closes connections which are silent for too long. One thread waits for the socket and for the
//! timers' descriptor; each datagram puts its connection's time-out off.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, UdpSocket};
use std::os::fd::{AsFd, AsRawFd};
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::device::TimerFd;
use carillon_driver::facility::{ClockFacility, TimerFacility};
use carillon_driver::queue::{Handle, TimerWheel};
use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token};

const HELP: &str = "\
A UDP server with a time-out for each connection, and a client that opens them.

Usage: udp_timeouts [CONNECTIONS [IDLE_MS]]

  CONNECTIONS  how many the client opens; it sends on a tenth of them ten times more (default 1000, at most 1000000)
  IDLE_MS      the server closes a connection after so many silent milliseconds (default 500)";

/// What the client sends last, instead of a connection's number.
pub(crate) const END: u32 = u32::MAX;

/// What the server has done.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) opened: u32,
    pub(crate) put_off: u32,
    pub(crate) closed: u32,
    pub(crate) closed_early: u32,
    pub(crate) most_outstanding: u32,
    /// How long after its time-out a connection was closed, at most.
    pub(crate) latest: Duration,
}

impl Report {
    /// A connection that was silent for so long is closed.
    pub(crate) fn close(&mut self, silent: Duration, idle: Duration) {
        self.closed += 1;
        self.closed_early += u32::from(silent < idle);
        self.latest = self.latest.max(silent.saturating_sub(idle));
    }
}

pub(crate) struct Connection {
    pub(crate) timeout: Handle,
    pub(crate) last_heard: Instant,
}

/// Serves up to `connections` until the client has sent [`END`] and all are closed. A datagram holds the number of its
/// connection, and is answered.
pub(crate) fn serve(socket: UdpSocket, connections: u32, idle: Duration) -> Result<Report, Box<dyn Error>> {
    socket.set_nonblocking(true)?;
    let mut socket = mio::net::UdpSocket::from_std(socket);
    let clock = TimerFd::with_resolution(Duration::from_millis(1))?;
    let mut timers = ClockFacility::new(clock, TimerWheel::new())?;
    let mut poll = Poll::new()?;
    let descriptor = timers.clock().as_fd().as_raw_fd();
    let registry = poll.registry();
    registry.register(&mut socket, Token(0), Interest::READABLE)?;
    registry.register(&mut SourceFd(&descriptor), Token(1), Interest::READABLE)?;
    let mut open: Vec<Option<Connection>> = (0..connections).map(|_| None).collect();
    let mut report = Report::default();
    let mut events = Events::with_capacity(2);
    let mut ended = false;
    while !ended || timers.outstanding() > 0 {
        poll.poll(&mut events, None)?;
        while let Some((number, client)) = receive(&socket)? {
            socket.send_to(&number.to_le_bytes(), client)?;
            let Some(connection) = open.get_mut(number as usize) else {
                ended |= number == END;
                continue;
            };
            let last_heard = Instant::now();
            if let Some(connection) = connection {
                timers.restart_after(connection.timeout, idle)?;
                connection.last_heard = last_heard;
                report.put_off += 1;
            } else {
                let timeout = timers.start_after(idle, number)?;
                *connection = Some(Connection { timeout, last_heard });
                report.opened += 1;
            }
        }
        report.most_outstanding = report.most_outstanding.max(timers.outstanding());
        timers.service(|_, expired| {
            if let Some(connection) = open.get_mut(expired.item as usize).and_then(Option::take) {
                report.close(connection.last_heard.elapsed(), idle);
            }
        })?;
    }
    Ok(report)
}

/// The next datagram's connection, and whom to answer.
fn receive(socket: &mio::net::UdpSocket) -> io::Result<Option<(u32, SocketAddr)>> {
    let mut number = [0; 4];
    match socket.recv_from(&mut number) {
        Ok((_, client)) => Ok(Some((u32::from_le_bytes(number), client))),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// Sends on each connection once, on a tenth of them ten times more. It waits for each answer, and sends again if there
/// is none.
pub(crate) fn send_on_all(server: SocketAddr, connections: u32) -> io::Result<()> {
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.set_read_timeout(Some(Duration::from_millis(100)))?;
    let often = (0..10).flat_map(|_| (0..connections).step_by(10));
    for number in (0..connections).chain(often).chain([END]) {
        let mut answer = [0; 4];
        loop {
            socket.send_to(&number.to_le_bytes(), server)?;
            if socket.recv(&mut answer).is_ok() && answer == number.to_le_bytes() {
                break;
            }
        }
    }
    Ok(())
}

/// The connections and the time for which they may be silent, from the command line; `None` if it asks for `help`.
pub(crate) fn arguments(help: &str) -> Result<Option<(u32, Duration)>, Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument.starts_with('-')) {
        println!("{help}");
        return Ok(None);
    }
    let number = |place: usize, default| arguments.get(place).map_or(Ok(default), |text| text.parse());
    let (connections, idle) = (number(0, 1_000)?.min(1_000_000), number(1, 500)?);
    Ok(Some((connections, Duration::from_millis(idle.into()))))
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some((connections, idle)) = arguments(HELP)? else {
        return Ok(());
    };
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    let server = socket.local_addr()?;
    let client = thread::spawn(move || send_on_all(server, connections));
    let report = serve(socket, connections, idle)?;
    client.join().map_err(|_| "the client failed")??;
    println!("{report:#?}");
    Ok(())
}
