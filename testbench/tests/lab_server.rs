//! The laboratory's server: what a client does to it, and who can reach it.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use carillon_lab::Config;
use carillon_sim::{Model, coverage_compiled};
use carillon_testbench::lab::{MOST_CLIENTS, Server, models};
use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message as Packet, WebSocket};

/// A server; `None` in a build that counts coverage, whose chips cannot be saved.
fn server_of(config: Config) -> Option<Server> {
    if coverage_compiled(Model::Full10x2) {
        println!("left out: a build that counts coverage has no laboratory");
        return None;
    }
    Some(Server::start(0, config, None, None).expect("a server"))
}

fn server() -> Option<Server> {
    server_of(Config::default())
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).expect("a socket");
    stream
}

/// Where a server is, and the token that it wants to hear.
#[derive(Clone)]
struct Door {
    address: SocketAddr,
    token: String,
}

impl Door {
    fn of(server: &Server) -> Self {
        Self {
            address: server.address(),
            token: server.token().to_owned(),
        }
    }

    /// The lines of a request from our own page.
    fn lines(&self) -> String {
        let address = self.address;
        format!("Host: {address}\r\nOrigin: http://{address}\r\n")
    }

    /// Tries to open a WebSocket as a page of `origin` that knows this `token`.
    fn knock(&self, origin: Option<&str>, token: &str) -> Option<WebSocket<TcpStream>> {
        let url = format!("ws://{}/ws?token={token}", self.address);
        let mut request = url.into_client_request().expect("a request");
        if let Some(origin) = origin {
            let origin = origin.parse().expect("a value");
            request.headers_mut().insert("Origin", origin);
        }
        let opened = tungstenite::client(request, connect(self.address));
        opened.ok().map(|(socket, _)| socket)
    }

    /// What is answered to this body sent to this path, which has a query.
    fn post(&self, path: &str, length: usize, body: &[u8]) -> String {
        let head = format!(
            "POST {path}&token={} HTTP/1.1\r\n{}Content-Length: {length}\r\n\r\n",
            self.token,
            self.lines()
        );
        answer(self.address, &[head.as_bytes(), body].concat())
    }
}

/// A page.
struct Client(WebSocket<TcpStream>);

impl Client {
    fn new(door: &Door) -> Self {
        let origin = format!("http://{}", door.address);
        let socket = door.knock(Some(&origin), &door.token);
        Self(socket.expect("a WebSocket"))
    }

    fn send(&mut self, text: &str) {
        self.0.send(Packet::text(text)).expect("sent");
    }

    /// The next frame's fields and slots; greetings and refusals go by.
    fn frame(&mut self) -> (Value, Vec<u8>) {
        self.send("frame");
        loop {
            match self.0.read().expect("answered") {
                Packet::Binary(bytes) => {
                    let (length, rest) = bytes.split_at(4);
                    let length = u32::from_le_bytes(length.try_into().expect("four bytes"));
                    let (text, slots) = rest.split_at(length as usize);
                    let fields = serde_json::from_slice(text).expect("JSON");
                    return (fields, slots.to_vec());
                }
                Packet::Text(text) if text.as_str() == "idle" => self.send("frame"),
                _ => {}
            }
        }
    }

    /// Waits for a frame in which this holds.
    fn until(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let (fields, _) = self.frame();
            if holds(&fields) {
                return fields;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "{fields}");
        }
    }
}

/// What is answered to bytes that are no WebSocket's.
fn answer(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = connect(address);
    stream.write_all(request).expect("sent");
    let mut text = Vec::new();
    // A refusal may come before all was sent, and end the connection.
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

fn get(address: SocketAddr, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    answer(address, request.as_bytes())
}

#[test]
fn server_listens_on_loopback_only() {
    let Some(server) = server() else { return };
    let address = server.address();
    assert_eq!(address.ip(), Ipv4Addr::LOCALHOST);
    // Linux's table of sockets that listen (state 0A), of this port.
    let port = format!(":{:04X}", address.port());
    let listening = |table: &str| -> Vec<String> {
        let text = fs::read_to_string(table).unwrap_or_default();
        let fields = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        fields
            .filter(|fields| fields.len() > 3 && fields[3] == "0A" && fields[1].ends_with(&port))
            .map(|fields| fields[1].to_owned())
            .collect()
    };
    assert_eq!(listening("/proc/net/tcp"), [format!("0100007F{port}")]);
    assert_eq!(listening("/proc/net/tcp6"), Vec::<String>::new());
}

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
        assert!(
            !text.contains("//cdn") && !text.contains("https://"),
            "needs no network"
        );
    }
    assert!(seen.len() >= 9, "{seen:?}");
    assert!(get(address, "/../Cargo.toml").starts_with("HTTP/1.1 404"));
    let wave = get(
        address,
        &format!("/wave.vcd?clocks=100&token={}", server.token()),
    );
    for clocks in ["0", "100001", "100000000000000000000", "many"] {
        let query = format!("/wave.vcd?clocks={clocks}&token={}", server.token());
        let said = get(address, &query);
        assert!(said.starts_with("HTTP/1.1 422"), "{clocks}: {said}");
        assert!(said.contains("1 to 100000 clocks"), "{said}");
    }
    assert!(
        wave.contains("carillon.vcd") && wave.contains("$enddefinitions"),
        "{wave}"
    );
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
    client.send(r#"{"do":"step","unit":"tick"}"#);
    let before = client.until(|frame| frame["now"] == 1);
    let own = format!("http://{address}");
    let own_by_name = format!("http://localhost:{}", address.port());
    let other_port = format!("http://127.0.0.1:{}", address.port() ^ 1);
    let last = if token.ends_with('0') { '1' } else { '0' };
    let almost = format!("{}{last}", &token[..31]);

    // What `<img>`, a link, a form and a script elsewhere send: without an origin, with theirs, with the token or not.
    for path in [
        "/capture?name=web-lossy.pcap".to_owned(),
        format!("/capture?name=web-lossy.pcap&token={token}"),
    ] {
        let said = get(*address, &path);
        assert!(
            is_refused(&said, "403") || is_refused(&said, "405"),
            "{path}: {said}"
        );
    }
    for wave in [
        "/wave.vcd",
        "/wave.vcd?token=",
        "/wave.vcd?clocks=9&token=0",
    ] {
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
    for what in [
        "now",
        "clock",
        "capture",
        "earliest",
        "problems",
        "generation",
    ] {
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
        let policy = lines
            .iter()
            .find_map(|line| line.strip_prefix("Content-Security-Policy: "));
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
        (
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
            "403",
        ),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"),
        ("GET / HTTP/1.1\r\n\r\n", "403"),
        ("nonsense\r\n\r\n", "400"),
    ] {
        let said = answer(address, request.as_bytes());
        assert!(
            said.starts_with(&format!("HTTP/1.1 {status}")),
            "{request}: {said}"
        );
    }

    assert!(door.post("/?", 0, b"").starts_with("HTTP/1.1 404"));

    // A WebSocket that sends what is no message, bytes that are no text, too much, and frames that are none.
    let mut client = Client::new(&door);
    for text in [
        "",
        "{",
        "null",
        r#"{"do":"explode"}"#,
        r#"{"do":"stop","id":1e99}"#,
    ] {
        client.send(text);
    }
    client
        .0
        .send(Packet::binary(vec![0_u8, 255, 7]))
        .expect("sent");
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

#[test]
fn server_is_given_captures_and_replays_them() {
    let config = Config {
        wheels: vec![1_000],
        prescale: 1,
        timers: 4_000,
        ..Config::default()
    };
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

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/captures/web-lossy.pcap");
    let file = fs::read(path).expect("a capture");
    // Whole, of a client that breaks off, and by its name.
    let said = door.post("/capture?", file.len(), &file);
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    let all = client.until(|frame| !frame["capture"].is_null())["capture"].as_u64();
    let mut gone = connect(address);
    let head = format!(
        "POST /capture?token={} HTTP/1.1\r\n{}Content-Length: 9999999\r\n\r\n",
        door.token,
        door.lines()
    );
    gone.write_all(&[head.as_bytes(), &file[..100_000]].concat())
        .expect("sent");
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

    // As many as there are places for, and some more: those are told so.
    let mut all: Vec<TcpStream> = (0..MOST_CLIENTS + 4).map(|_| connect(address)).collect();
    let mut said = String::new();
    let last = all.last_mut().expect("a stream");
    last.read_to_string(&mut said).expect("an answer");
    assert!(said.starts_with("HTTP/1.1 503"), "{said}");
    drop(all);
    first.frame();
    let begun = Instant::now();
    while !get(address, "/").starts_with("HTTP/1.1 200") {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "places become free"
        );
        thread::sleep(Duration::from_millis(50));
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
    client.send(
        r#"{"do":"generate","number":10000,"every":0,"distribution":"exponential","mean":100000,"renew":true}"#,
    );
    client.send(r#"{"do":"speed","clocks":0}"#);
    client.send(r#"{"do":"run"}"#);
    client.until(|frame| frame["counters"]["outstanding"].as_u64() >= Some(10_000));
    // The best of some seconds: other programs may have the others.
    let (mut rate, mut speed) = (0.0_f64, 0.0_f64);
    for _ in 0..5 {
        let clock = |fields: &Value| fields["clock"].as_u64().expect("a clock");
        let first = clock(&client.frame().0);
        let begun = Instant::now();
        let (mut frames, mut last) = (0, first);
        while begun.elapsed() < Duration::from_secs(1) {
            let (fields, slots) = client.frame();
            assert!(slots.len() >= 1_024);
            frames += 1;
            last = clock(&fields);
        }
        let seconds = begun.elapsed().as_secs_f64();
        rate = rate.max(f64::from(frames) / seconds);
        speed = speed.max((last - first) as f64 / seconds);
    }
    println!("{rate:.0} frames and {speed:.0} clocks a second");
    // How many depends on what else the machine does: 30 are wanted, and printed above.
    assert!(rate > 0.0 && speed > 0.0);
}

#[test]
fn command_lab_prints_its_address_and_refuses_what_cannot_be() {
    if coverage_compiled(Model::Full10x2) {
        println!("left out: a build that counts coverage has no laboratory");
        return;
    }
    let carillon = || Command::new(env!("CARGO_BIN_EXE_carillon"));
    let mut child = carillon()
        .args(["lab", "--no-open", "--quiet"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("a pipe");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let (address, token) = line
        .trim()
        .strip_prefix("http://")
        .and_then(|it| it.split_once("/#"))
        .unzip();
    assert_eq!(token.map(str::len), Some(32), "{line}");
    let door = Door {
        address: address.expect("an address").parse().expect("an address"),
        token: token.expect("a token").to_owned(),
    };
    let page = get(door.address, "/");
    // There is something to see at once.
    Client::new(&door).until(|frame| {
        frame["running"] == true && frame["counters"]["outstanding"].as_u64() > Some(5)
    });
    let taken = address
        .and_then(|it| it.rsplit(':').next())
        .expect("a port");
    let refused = |arguments: &[&str]| {
        let done = carillon()
            .arg("lab")
            .arg("--no-open")
            .args(arguments)
            .output();
        let done = done.expect("it starts");
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(done.stderr).expect("text")
    };
    let said = [
        (
            refused(&["--port-http", taken]),
            "choose another one with --port-http",
        ),
        (refused(&["--wheel-size", "1"]), "2 to 1048576 slots"),
        (
            refused(&["--wheel-size", "64,64"]),
            "Scheme 6 takes one wheel",
        ),
        (refused(&["--model", "none"]), "there is no model none"),
        (refused(&["--prescale", "0"]), "1 to 65536 clocks"),
        (refused(&["--capture", "/nowhere"]), "--capture /nowhere"),
    ];
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(page.contains("<title>Carillon lab</title>"), "{page}");
    for (text, part) in said {
        assert!(text.contains(part), "{part} in {text}");
    }
}
