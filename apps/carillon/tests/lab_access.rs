//! Who can reach the laboratory's server, and what nobody can do to it.

#[path = "common/server.rs"]
mod common;

use std::fs;
use std::io::Write;
use std::net::Ipv4Addr;

use common::{Client, Door, answer, connect, get, server};
use tungstenite::Message as Packet;

#[test]
fn server_listens_on_loopback_only() {
    let Some(server) = server() else { return };
    let address = server.address();
    assert_eq!(address.ip(), Ipv4Addr::LOCALHOST);
    // Linux's table of sockets that listen (state 0A), of this port.
    let port = format!(":{:04X}", address.port());
    let listening = |table: &str| -> Vec<String> {
        let text = fs::read_to_string(table).unwrap_or_default();
        let fields = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        fields
            .filter(|fields| fields.len() > 3 && fields[3] == "0A" && fields[1].ends_with(&port))
            .map(|fields| fields[1].to_owned())
            .collect()
    };
    assert_eq!(listening("/proc/net/tcp"), [format!("0100007F{port}")]);
    assert_eq!(listening("/proc/net/tcp6"), Vec::<String>::new());
}

/// Whether something was refused, and by which status. None of it lets another site's page read the answer.
fn is_refused(said: &str, status: &str) -> bool {
    let head = said.to_ascii_lowercase();
    assert!(!head.contains("access-control-allow"), "{said}");
    said.starts_with(&format!("HTTP/1.1 {status}"))
}

#[test]
fn server_page_of_another_origin_reads_and_changes_nothing() {
    let Some(server) = server() else { return };
    let door = Door::of(&server);
    let Door { address, token } = &door;
    let mut client = Client::new(&door);
    let begun = client.frame().0["now"].as_u64();
    client.send(r#"{"do":"step","unit":"tick"}"#);
    let before = client.until(|frame| frame["now"].as_u64() > begun);
    let own = format!("http://{address}");
    let own_by_name = format!("http://localhost:{}", address.port());
    let other_port = format!("http://127.0.0.1:{}", address.port() ^ 1);
    let last = if token.ends_with('0') { '1' } else { '0' };
    let almost = format!("{}{last}", &token[..31]);

    // What `<img>`, a link, a form and a script elsewhere send: without an origin, with theirs, with the token or not.
    for path in ["/capture?name=web-lossy.pcap".to_owned(), format!("/capture?name=web-lossy.pcap&token={token}")] {
        let said = get(*address, &path);
        assert!(is_refused(&said, "403") || is_refused(&said, "405"), "{path}: {said}");
    }
    for wave in ["/wave.vcd", "/wave.vcd?token=", "/wave.vcd?clocks=9&token=0"] {
        assert!(is_refused(&get(*address, wave), "403"), "{wave}");
    }
    let origins = [
        None,
        Some("null"),
        Some("http://evil.example"),
        Some("http://127.0.0.1"),
        Some(&*other_port),
        Some(&*own_by_name),
    ];
    let guesses = ["", "0", &almost];
    let foreign = origins.map(|origin| (origin, token.as_str()));
    let unknown = guesses.map(|guess| (Some(own.as_str()), guess));
    for (origin, guess) in foreign.into_iter().chain(unknown) {
        let line = origin.map_or_else(String::new, |it| format!("Origin: {it}\r\n"));
        let request = format!(
            "POST /capture?name=web-lossy.pcap&token={guess} HTTP/1.1\r\nHost: {address}\r\n{line}\
             Content-Length: 0\r\n\r\n"
        );
        let said = answer(*address, request.as_bytes());
        assert!(is_refused(&said, "403"), "{origin:?} {guess}: {said}");
        assert!(door.knock(origin, guess).is_none(), "{origin:?} {guess}");
    }
    // The page and its files are all that anybody gets, and they tell nothing of the laboratory.
    assert!(get(*address, "/ws").starts_with("HTTP/1.1 403"));
    assert!(!get(*address, "/").contains(token.as_str()));

    client.send(r#"{"do":"pause"}"#);
    let after = client.frame().0;
    for what in ["now", "clock", "capture", "earliest", "problems", "generation"] {
        assert_eq!(after[what], before[what], "{what}");
    }
    // The same with our own origin and the token does something.
    let said = door.post("/capture?name=web-lossy.pcap", 0, b"");
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    client.until(|frame| frame["capture"].as_u64() > Some(100));
}

#[test]
fn server_every_answer_forbids_scripts_frames_and_guesses() {
    let Some(server) = server() else { return };
    let address = server.address();
    let wave = format!("/wave.vcd?clocks=9&token={}", server.token());
    for path in ["/", "/main.js", "/icon.svg", "/none", "/capture", &wave] {
        let said = get(address, path);
        let (head, _) = said.split_once("\r\n\r\n").expect("a head");
        let lines: Vec<&str> = head.lines().collect();
        for line in [
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "X-Frame-Options: DENY",
            "Cross-Origin-Resource-Policy: same-origin",
            "Cross-Origin-Opener-Policy: same-origin",
            "Cache-Control: no-store",
        ] {
            assert!(lines.contains(&line), "{path}: {line} in {head}");
        }
        let policy = lines.iter().find_map(|line| line.strip_prefix("Content-Security-Policy: "));
        let policy: Vec<&str> = policy.expect("a policy").split("; ").collect();
        for rule in [
            "default-src 'none'",
            "script-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "form-action 'none'",
        ] {
            assert!(policy.contains(&rule), "{path}: {rule} in {policy:?}");
        }
        assert!(!head.contains("unsafe"), "{path}: {head}");
    }
}

#[test]
fn server_fed_with_garbage_serves_the_next_client() {
    let Some(server) = server() else { return };
    let door = Door::of(&server);
    let address = door.address;
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..60 {
        let mut garbage = vec![0; random.usize(1..20_000)];
        random.fill(&mut garbage);
        if round % 3 == 0 {
            garbage.splice(0..0, *b"GET /ws HTTP/1.1\r\n");
        }
        garbage.extend_from_slice(b"\r\n\r\n");
        let said = answer(address, &garbage);
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 4"), "{said}");
    }
    for (request, status) in [
        ("DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n", "405"),
        ("OPTIONS /ws HTTP/1.1\r\nHost: localhost\r\n\r\n", "405"),
        ("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", "411"),
        ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", "403"),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"),
        ("GET / HTTP/1.1\r\n\r\n", "403"),
        ("nonsense\r\n\r\n", "400"),
    ] {
        let said = answer(address, request.as_bytes());
        assert!(said.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {said}");
    }

    assert!(door.post("/?", 0, b"").starts_with("HTTP/1.1 404"));

    // A WebSocket that sends what is no message, bytes that are no text, too much, and frames that are none.
    let mut client = Client::new(&door);
    for text in ["", "{", "null", r#"{"do":"explode"}"#, r#"{"do":"stop","id":1e99}"#] {
        client.send(text);
    }
    client.0.send(Packet::binary(vec![0_u8, 255, 7])).expect("sent");
    client.send(r#"{"do":"write","offset":4294967295,"value":4294967295}"#);
    client.send(r#"{"do":"write","offset":16,"value":2}"#);
    client.send(r#"{"do":"start","interval":18446744073709551615}"#);
    client.send(r#"{"do":"run"}"#);
    client.until(|frame| frame["running"] == true);
    let _ = client.0.send(Packet::text("x".repeat(1 << 20)));
    while client.0.read().is_ok() {}
    let mut broken = Client::new(&door);
    let _ = broken.0.get_mut().write_all(&[0xFF; 4_000]);
    while broken.0.read().is_ok() {}
    // One that never says a word, and one that never listens.
    let silent = connect(address);
    let mut deaf = Client::new(&door);
    for _ in 0..200 {
        deaf.send("frame");
    }

    let mut client = Client::new(&door);
    let clock = client.frame().0["clock"].as_u64();
    client.until(|frame| frame["clock"].as_u64() > clock);
    drop(silent);
}
