//! The examples, run: what they show must be true.
#![cfg(all(feature = "future", target_os = "linux"))]

#[path = "../../testbench/common/limit.rs"]
mod limit;
#[path = "../examples/udp_timeouts_tokio.rs"]
#[allow(dead_code, reason = "an example's main is run on its own")]
mod on_tokio;
#[path = "../examples/pacer.rs"]
#[allow(dead_code, reason = "an example's main is run on its own")]
mod pacer;

use std::error::Error;
use std::net::UdpSocket;
use std::thread;
use std::time::{Duration, Instant};

use limit::Limit;
use on_tokio::udp_timeouts::{self, Report};

/// Has a client send on 500 connections to a server, and checks that each is closed, and none early.
fn serves(serve: impl FnOnce(UdpSocket, u32, Duration) -> Result<Report, Box<dyn Error>>) {
    let _limit = Limit::of_this_test();
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let server = socket.local_addr().expect("bound");
    let client = thread::spawn(move || udp_timeouts::send_on_all(server, 500));
    let report = serve(socket, 500, Duration::from_secs(2)).expect("served");
    client.join().expect("no panic").expect("sent");
    assert_eq!((report.closed, report.closed_early), (report.opened, 0));
    assert!(report.opened >= 500 && report.put_off >= 500, "{report:?}");
    assert!(report.most_outstanding <= 500);
}

#[test]
fn udp_timeouts_every_silent_connection_is_closed_and_none_early() {
    serves(udp_timeouts::serve);
}

#[test]
fn udp_timeouts_on_tokio_every_silent_connection_is_closed_and_none_early() {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_io().build().expect("a runtime");
    serves(|socket, connections, idle| runtime.block_on(on_tokio::serve(socket, connections, idle)));
}

#[test]
fn bucket_gives_its_burst_and_then_a_token_each_interval() {
    let begin = Instant::now();
    let after = |milliseconds| begin + Duration::from_millis(milliseconds);
    let mut bucket = pacer::Bucket::full(Duration::from_millis(10), 3, begin);
    for _ in 0..3 {
        assert_eq!(bucket.take(begin), Ok(()));
    }
    assert_eq!(bucket.take(after(4)), Err(Duration::from_millis(6)));
    assert_eq!(bucket.take(after(10)), Ok(()));
    assert_eq!(bucket.take(after(10)), Err(Duration::from_millis(10)));
    // It is full again, and no fuller than that.
    for _ in 0..3 {
        assert_eq!(bucket.take(after(1_000)), Ok(()));
    }
    assert!(bucket.take(after(1_000)).is_err());
}

#[test]
fn pacer_no_flow_sends_more_than_its_bucket_allows_in_any_time() {
    let _limit = Limit::of_this_test();
    let mut flows = pacer::flows(100);
    pacer::pace(&mut flows, 12).expect("paced");
    for (number, flow) in (0..).zip(&flows) {
        assert_eq!(flow.sent.len(), 12);
        for (first, &begin) in flow.sent.iter().enumerate() {
            for (count, &end) in (1..).zip(&flow.sent[first..]) {
                let allowed = 4 + (end - begin).as_millis() as u64 / (5 + number % 46);
                assert!(count <= allowed, "{count} of {allowed}");
            }
        }
    }
}
