//! The laboratory's server: what a client is given, and the command that starts it.

#[path = "common/server.rs"]
mod common;

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use carillon_lab::Config;
use carillon_program::lab::{MOST_CLIENTS, models};
use carillon_sim::{Model, coverage_compiled};
use common::running::{Running, output_of, wait_until};
use common::{Client, Door, connect, get, server, server_of};
use serde_json::Value;
use tungstenite::Message as Packet;

#[test]
fn server_gives_each_file_that_the_page_asks_for() {
    let Some(server) = server() else { return };
    let address = server.address();
    let mut wanted = BTreeSet::from(["/".to_owned()]);
    let mut seen = BTreeSet::new();
    while let Some(path) = wanted.pop_first() {
        let text = get(address, &path);
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{path}: {text}");
        seen.insert(path);
        for mark in ["src=\"", "href=\"", "from \"."] {
            for rest in text.split(mark).skip(1) {
                let name = rest.split('"').next().expect("an end");
                // The page's files stand beside it, wherever it is served from.
                assert!(mark.starts_with("from") || !name.starts_with('/'), "{name}");
                let path = format!("/{}", name.trim_start_matches('/'));
                let is_file = !name.starts_with(['?', '#']) && !name.starts_with("wave");
                if is_file && !seen.contains(&path) {
                    wanted.insert(path);
                }
            }
        }
        assert!(!text.contains("//cdn") && !text.contains("https://"), "needs no network");
    }
    assert!(seen.len() >= 9, "{seen:?}");
    assert!(get(address, "/../Cargo.toml").starts_with("HTTP/1.1 404"));
    let wave = get(address, &format!("/wave.vcd?clocks=100&token={}", server.token()));
    for clocks in ["0", "100001", "100000000000000000000", "many"] {
        let query = format!("/wave.vcd?clocks={clocks}&token={}", server.token());
        let said = get(address, &query);
        assert!(said.starts_with("HTTP/1.1 422"), "{clocks}: {said}");
        assert!(said.contains("1 to 100000 clocks"), "{said}");
    }
    assert!(wave.contains("carillon.vcd") && wave.contains("$enddefinitions"), "{wave}");
}

#[test]
fn server_is_given_captures_and_replays_them() {
    let config = Config { wheels: vec![1_000], prescale: 1, timers: 4_000, ..Config::default() };
    let Some(server) = server_of(config) else {
        return;
    };
    let door = Door::of(&server);
    let address = door.address;
    let mut client = Client::new(&door);
    assert_eq!(client.frame().0["capture"], Value::Null);
    let garbage = door.post("/capture?", 5_000, &[7; 5_000]);
    assert!(garbage.starts_with("HTTP/1.1 422"), "{garbage}");
    for name in ["none.pcap", "../lab.rs", "%00"] {
        let said = door.post(&format!("/capture?name={name}"), 0, b"");
        assert!(said.starts_with("HTTP/1.1 422"), "{name}: {said}");
    }
    // A frame is made only if something may have changed.
    client.send(r#"{"do":"pause"}"#);
    assert_eq!(client.frame().0["capture"], Value::Null);

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbench/captures/web-lossy.pcap");
    let file = fs::read(path).expect("a capture");
    // Whole, of a client that breaks off, and by its name.
    let said = door.post("/capture?", file.len(), &file);
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    let all = client.until(|frame| !frame["capture"].is_null())["capture"].as_u64();
    let mut gone = connect(address);
    let head =
        format!("POST /capture?token={} HTTP/1.1\r\n{}Content-Length: 9999999\r\n\r\n", door.token, door.lines());
    gone.write_all(&[head.as_bytes(), &file[..100_000]].concat()).expect("sent");
    drop(gone);
    let said = door.post("/capture?name=web-lossy.pcap", 0, b"");
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    client.send(r#"{"do":"pause"}"#);
    let named = client.until(|frame| frame["capture"].as_u64() == all);
    assert!(named["capture"].as_u64() > Some(100), "{named}");

    client.send(r#"{"do":"capture"}"#);
    client.send(r#"{"do":"speed","clocks":0}"#);
    client.send(r#"{"do":"run"}"#);
    let frame = client.until(|frame| frame["counters"]["stopped"].as_u64() > Some(50));
    assert_eq!(frame["counters"]["wrong"], 0);
}

#[test]
fn server_ten_clients_at_once_all_get_frames() {
    let Some(server) = server() else { return };
    let door = Door::of(&server);
    let address = door.address;
    let mut first = Client::new(&door);
    first.send(r#"{"do":"generate","number":50,"every":100,"distribution":"uniform","mean":80,"renew":true}"#);
    first.send(r#"{"do":"speed","clocks":0}"#);
    first.send(r#"{"do":"run"}"#);
    let clients: Vec<_> = (0..10)
        .map(|number| {
            let door = door.clone();
            thread::spawn(move || {
                let mut client = Client::new(&door);
                let mut clock = 0;
                for round in 0..40 {
                    let (fields, _) = client.frame();
                    let now = fields["clock"].as_u64().expect("a clock");
                    assert!(now >= clock);
                    clock = now;
                    if round % 10 == number {
                        client.send(r#"{"do":"start","interval":40}"#);
                    }
                    assert_eq!(fields["counters"]["wrong"], 0);
                }
                clock
            })
        })
        .collect();
    for client in clients {
        assert!(client.join().expect("no client is let down") > 0);
    }
    first.until(|frame| frame["counters"]["expired"].as_u64() > Some(100));

    // As many as there are places for: one more is told so.
    let all: Vec<_> = (1..MOST_CLIENTS).map(|_| Client::new(&door)).collect();
    let said = get(address, "/");
    assert!(said.starts_with("HTTP/1.1 503"), "{said}");
    drop(all);
    first.frame();
    wait_until("places become free", || {
        let said = get(address, "/");
        said.starts_with("HTTP/1.1 200").then_some(())
    });
}

#[test]
fn server_silent_connections_do_not_shut_others_out() {
    let Some(server) = server() else { return };
    let door = Door::of(&server);
    let mut silent: Vec<TcpStream> = (0..4 * MOST_CLIENTS).map(|_| connect(door.address)).collect();
    let said = get(door.address, "/");
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    Client::new(&door).frame();
    // The first ones had to go.
    assert_eq!(silent[0].read(&mut [0]).expect("an end"), 0);
    let last = silent.last_mut().expect("a stream");
    write!(last, "GET / HTTP/1.1\r\nHost: {}\r\n\r\n", door.address).expect("sent");
    let mut said = String::new();
    last.read_to_string(&mut said).expect("an answer");
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
}

#[test]
fn server_message_that_is_too_long_is_answered_with_1009() {
    let Some(server) = server() else { return };
    let door = Door::of(&server);
    for length in [(1 << 16) + 1, 1 << 22] {
        let mut client = Client::new(&door);
        // The server may have ended the conversation before all was sent.
        let _ = client.0.send(Packet::text("x".repeat(length)));
        let end = loop {
            match client.0.read().expect("an end") {
                Packet::Close(end) => break end.expect("a reason"),
                _ => continue,
            }
        };
        assert_eq!(u16::from(end.code), 1009, "{end:?}");
        assert!(end.reason.contains("65536 bytes"), "{end:?}");
    }
}

#[test]
fn server_largest_wheel_flat_out_goes_on_giving_frames() {
    if server().is_none() {
        return;
    }
    // A build made with fewer models may lack it; the full one has it.
    let large = models().contains(&Model::Medium16x16);
    assert!(large || std::env::var("CARILLON_MODELS").is_ok_and(|names| !names.is_empty()));
    let config = Config {
        model: if large { "medium16x16" } else { "tiny" }.to_owned(),
        wheels: vec![if large { 65_536 } else { 1_024 }],
        prescale: 64,
        timers: 20_000,
        ..Config::default()
    };
    let Some(server) = server_of(config) else {
        return;
    };
    let mut client = Client::new(&Door::of(&server));
    client
        .send(r#"{"do":"generate","number":10000,"every":0,"distribution":"exponential","mean":100000,"renew":true}"#);
    client.send(r#"{"do":"speed","clocks":0}"#);
    client.send(r#"{"do":"run"}"#);
    client.until(|frame| frame["counters"]["outstanding"].as_u64() >= Some(10_000));
    let clock = |fields: &Value| fields["clock"].as_u64().expect("a clock");
    let (first, begun) = (clock(&client.frame().0), Instant::now());
    for _ in 0..60 {
        assert!(client.frame().1.len() >= 1_024);
    }
    // How many a second depends on what else the machine does: 30 are wanted.
    let last = clock(&client.until(|fields| clock(fields) > first));
    let seconds = begun.elapsed().as_secs_f64();
    println!("{:.0} frames and {:.0} clocks a second", 60.0 / seconds, (last - first) as f64 / seconds);
}

#[test]
fn command_lab_prints_its_address_and_refuses_what_cannot_be() {
    if coverage_compiled(Model::Full10x2) {
        println!("left out: a build that counts coverage has no laboratory");
        return;
    }
    let carillon = || Command::new(env!("CARGO_BIN_EXE_carillon"));
    let mut child =
        Running::start(carillon().args(["lab", "--no-open", "--quiet"]).stdin(Stdio::null()).stdout(Stdio::piped()));
    let line = child.first_line();
    let (address, token) = line.trim().strip_prefix("http://").and_then(|it| it.split_once("/#")).unzip();
    assert_eq!(token.map(str::len), Some(32), "{line}");
    let door = Door {
        address: address.expect("an address").parse().expect("an address"),
        token: token.expect("a token").to_owned(),
    };
    let page = get(door.address, "/");
    // There is something to see at once.
    Client::new(&door).until(|frame| frame["running"] == true && frame["counters"]["outstanding"].as_u64() > Some(5));
    let taken = address.and_then(|it| it.rsplit(':').next()).expect("a port");
    let refused = |arguments: &[&str]| {
        let done = output_of(carillon().args(["lab", "--no-open"]).args(arguments));
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(done.stderr).expect("text")
    };
    let said = [
        (refused(&["--port-http", taken]), "choose another one with --port-http"),
        (refused(&["--wheel-size", "1"]), "2 to 1048576 slots"),
        (refused(&["--wheel-size", "64,64"]), "Scheme 6 takes one wheel"),
        (refused(&["--model", "none"]), "there is no model none; there are "),
        (refused(&["--prescale", "0"]), "1 to 65536 clocks"),
        (refused(&["--capture", "/nowhere"]), "--capture /nowhere"),
    ];
    assert!(page.contains("<title>Carillon lab</title>"), "{page}");
    for (text, part) in said {
        assert!(text.contains(part), "{part} in {text}");
    }
}
