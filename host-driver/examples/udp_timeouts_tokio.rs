//! The server of `udp_timeouts` as a task of tokio's, with a queue of delays: each datagram puts its connection's
//! time-out off.

#[path = "udp_timeouts.rs"]
#[allow(dead_code, reason = "only the client and the report are used")]
pub(crate) mod udp_timeouts;

use std::error::Error;
use std::net::UdpSocket;
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::future::DelayQueue;
use carillon_driver::queue::Expired;
use futures_lite::{StreamExt, future};
use udp_timeouts::{Connection, END, Report, send_on_all};

const HELP: &str = "\
A UDP server on tokio with a time-out for each connection, and a client that opens them.

Usage: udp_timeouts_tokio [CONNECTIONS [IDLE_MS]]

  CONNECTIONS  how many the client opens; it sends on a tenth of them ten times more (default 1000, at most 1000000)
  IDLE_MS      the server closes a connection after so many silent milliseconds (default 500)";

/// What the server waits for.
enum Next {
    Datagram(u32),
    TimedOut(Expired<u32, Instant>),
}

/// The next datagram, which is answered, or connection that was silent for too long.
async fn next(socket: &tokio::net::UdpSocket, timeouts: &mut DelayQueue<u32>) -> Result<Next, Box<dyn Error>> {
    let datagram = async {
        let mut number = [0; 4];
        let (_, client) = socket.recv_from(&mut number).await?;
        socket.send_to(&number, client).await?;
        Ok(Next::Datagram(u32::from_le_bytes(number)))
    };
    let timed_out = async {
        match timeouts.next().await {
            Some(expired) => Ok(Next::TimedOut(expired)),
            // There is no time-out until a datagram opens a connection.
            None => future::pending().await,
        }
    };
    future::or(timed_out, datagram).await
}

/// Serves up to `connections` until the client has sent [`END`] and all are closed.
pub(crate) async fn serve(socket: UdpSocket, connections: u32, idle: Duration) -> Result<Report, Box<dyn Error>> {
    socket.set_nonblocking(true)?;
    let socket = tokio::net::UdpSocket::from_std(socket)?;
    let mut timeouts = DelayQueue::new();
    let mut open: Vec<Option<Connection>> = (0..connections).map(|_| None).collect();
    let mut report = Report::default();
    let mut ended = false;
    while !ended || !timeouts.is_empty() {
        match next(&socket, &mut timeouts).await? {
            Next::Datagram(number) => {
                let Some(connection) = open.get_mut(number as usize) else {
                    ended |= number == END;
                    continue;
                };
                let last_heard = Instant::now();
                if let Some(connection) = connection {
                    timeouts.reset(connection.timeout, idle);
                    connection.last_heard = last_heard;
                    report.put_off += 1;
                } else {
                    let timeout = timeouts.insert(number, idle);
                    *connection = Some(Connection { timeout, last_heard });
                    report.opened += 1;
                }
                report.most_outstanding = report.most_outstanding.max(timeouts.len() as u32);
            }
            Next::TimedOut(expired) => {
                if let Some(connection) = open.get_mut(expired.item as usize).and_then(Option::take) {
                    report.close(connection.last_heard.elapsed(), idle);
                }
            }
        }
    }
    Ok(report)
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some((connections, idle)) = udp_timeouts::arguments(HELP)? else {
        return Ok(());
    };
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    let server = socket.local_addr()?;
    let client = thread::spawn(move || send_on_all(server, connections));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let report = runtime.block_on(serve(socket, connections, idle))?;
    client.join().map_err(|_| "the client failed")??;
    println!("{report:#?}");
    Ok(())
}
