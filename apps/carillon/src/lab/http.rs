//! As much of HTTP as one page on the loopback interface needs: files, and a capture that is sent.
//!
//! Browsers let every page send requests here. Of those that come from elsewhere some are refused by their head alone;
//! what changes or tells something also takes [`Request::is_ours`] and the token of this run.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 8 << 10;

/// How long a client may take to send it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Its most lines.
const MOST_LINES: usize = 64;

/// A request that is complete, names this computer as its host, and no other origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Without the query.
    pub(super) path: String,
    pub(super) query: String,
    /// It asks for a WebSocket.
    pub(super) upgrade: bool,
    /// It names the page's own origin: scheme, host and port of the address that it was sent to.
    pub(super) is_ours: bool,
    /// Bytes of the body of a `POST`; `None` for a `GET`.
    pub(super) posted: Option<u64>,
    /// Bytes of its head.
    length: usize,
}

/// The status of an answer.
pub(super) type Status = (u16, &'static str);

pub(super) const OK: Status = (200, "OK");
pub(super) const UNUSABLE: Status = (422, "Unprocessable Content");
pub(super) const NOT_FOUND: Status = (404, "Not Found");
pub(super) const BUSY: Status = (503, "Service Unavailable");
const BAD: Status = (400, "Bad Request");
pub(super) const FOREIGN: Status = (403, "Forbidden");
pub(super) const OTHER_METHOD: Status = (405, "Method Not Allowed");
const NO_LENGTH: Status = (411, "Length Required");

/// What browsers are told with every answer: nothing but the page's own files runs on it, nobody may frame it, embed
/// its parts or learn its address, and no type is guessed.
const RULES: &str = "Cache-Control: no-store\r\n\
    X-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\n\
    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    X-Frame-Options: DENY\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n";

impl Request {
    /// A part of the query; empty if it is not there.
    pub(super) fn asked(&self, name: &str) -> &str {
        let mut parts = self.query.split('&').filter_map(|it| it.split_once('='));
        parts.find(|(it, _)| *it == name).map_or("", |(_, value)| value)
    }
}

/// Looks at the head of a request without taking it, as the WebSocket's handshake reads it again.
///
/// # Errors
/// `Ok(Err(status))` for a request that is refused; an I/O error when the client is gone or silent.
pub(super) fn look(stream: &TcpStream) -> io::Result<Result<Request, Status>> {
    let begun = Instant::now();
    let mut head = [0; LONGEST_HEAD];
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut seen = 0;
    loop {
        let count = stream.peek(&mut head)?;
        if count == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if let Some(done) = parse(&head[..count]) {
            return Ok(done);
        }
        if count == LONGEST_HEAD {
            return Ok(Err(BAD));
        }
        if begun.elapsed() > PATIENCE {
            return Err(ErrorKind::TimedOut.into());
        }
        // A peek returns at once while something is there.
        if count == seen {
            thread::sleep(Duration::from_millis(5));
        }
        seen = count;
    }
}

/// `None` while the head is not complete.
fn parse(bytes: &[u8]) -> Option<Result<Request, Status>> {
    let mut lines = [httparse::EMPTY_HEADER; MOST_LINES];
    let mut request = httparse::Request::new(&mut lines);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Partial) => return None,
        Ok(httparse::Status::Complete(length)) => length,
        Err(_) => return Some(Err(BAD)),
    };
    let value = |name: &str| {
        let line = request.headers.iter().find(|line| line.name.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(line.value).ok()
    };
    let posted = match request.method {
        Some("GET") => None,
        Some("POST") => match value("content-length").and_then(|text| text.parse().ok()) {
            Some(bytes) => Some(bytes),
            None => return Some(Err(NO_LENGTH)),
        },
        _ => return Some(Err(OTHER_METHOD)),
    };
    // With two of a header it is not clear which one counts.
    let times = |name: &str| {
        let lines = request.headers.iter();
        lines.filter(|it| it.name.eq_ignore_ascii_case(name)).count()
    };
    if times("host") > 1 || times("origin") > 1 {
        return Some(Err(BAD));
    }
    // Another site's page must not steer the laboratory, neither by its own name for 127.0.0.1 nor across origins or
    // ports. A browser says truly which host it asks and for which origin.
    let host = value("host").filter(|host| is_loopback(host));
    let own = host.map(|host| format!("http://{host}"));
    let origin = request.headers.iter().find(|it| it.name.eq_ignore_ascii_case("origin"));
    let is_ours = origin.map(|it| Some(it.value) == own.as_ref().map(String::as_bytes));
    if own.is_none() || is_ours == Some(false) {
        return Some(Err(FOREIGN));
    }
    let (path, query) = match request.path?.split_once('?') {
        Some((path, query)) => (path, query),
        None => (request.path?, ""),
    };
    Some(Ok(Request {
        path: path.to_owned(),
        query: query.to_owned(),
        upgrade: value("upgrade").is_some_and(|it| it.eq_ignore_ascii_case("websocket")),
        is_ours: is_ours == Some(true),
        posted,
        length,
    }))
}

/// Whether a host, with or without a port, is this computer by one of its own names.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")
}

/// Takes the request from the stream; the body of a `POST` follows.
pub(super) fn take(stream: &mut TcpStream, request: &Request) -> io::Result<()> {
    let mut head = vec![0; request.length];
    stream.read_exact(&mut head)
}

/// Answers, and ends the connection. `request` is taken from the stream, so that the answer is not lost with it.
pub(super) fn answer(
    stream: &mut TcpStream,
    request: Option<&Request>,
    (code, reason): Status,
    (kind, name): (&str, Option<&str>),
    body: &[u8],
) -> io::Result<()> {
    if let Some(request) = request {
        take(stream, request)?;
    }
    let attached =
        name.map_or_else(String::new, |name| format!("Content-Disposition: attachment; filename=\"{name}\"\r\n"));
    let head = format!(
        "HTTP/1.1 {code} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{attached}{RULES}\
         Connection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    stream.flush()
}

/// Answers with a status and nothing else.
pub(super) fn refuse(stream: &mut TcpStream, request: Option<&Request>, status: Status) -> io::Result<()> {
    let text = format!("{} {}\n", status.0, status.1);
    answer(stream, request, status, ("text/plain; charset=utf-8", None), text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::{BAD, FOREIGN, NO_LENGTH, OTHER_METHOD, parse};

    #[test]
    fn parse_request_of_another_site_is_refused() {
        let request = |lines: &str| parse(format!("GET /ws?a=1 HTTP/1.1\r\n{lines}\r\n").as_bytes());
        let ours = request("Host: localhost:7000\r\nOrigin: http://localhost:7000\r\n");
        let ours = ours.expect("complete").expect("accepted");
        assert_eq!((ours.path.as_str(), ours.asked("a")), ("/ws", "1"));
        assert_eq!(ours.asked("b"), "");
        assert!(ours.is_ours);
        let unnamed = request("Host: 127.0.0.1\r\n").expect("complete");
        assert!(!unnamed.expect("accepted").is_ours);
        for lines in [
            "",
            "Host: evil.example\r\n",
            "Host: 127.0.0.1.evil.example\r\n",
            "Host: 127.0.0.1:7000\r\nOrigin: http://evil.example\r\n",
            "Host: 127.0.0.1:7000\r\nOrigin: null\r\n",
            "Host: 127.0.0.1:7000\r\nOrigin: http://127.0.0.1:7001\r\n",
            "Host: 127.0.0.1:7000\r\nOrigin: http://127.0.0.1\r\n",
            "Host: 127.0.0.1:7000\r\nOrigin: http://localhost:7000\r\n",
            "Host: 127.0.0.1:7000\r\nOrigin: https://127.0.0.1:7000\r\n",
            "Host: 127.0.0.1:7000\r\nOrigin: http://127.0.0.1:7000/\r\n",
            "Host: 127.0.0.1:7000\r\nOrigin: \r\n",
            "Host: 127.0.0.1:7000\r\nOrigin: https://127.0.0.1.evil.example:7000\r\n",
        ] {
            assert_eq!(request(lines), Some(Err(FOREIGN)), "{lines}");
        }
        for twice in [
            "Host: 127.0.0.1:7000\r\nHost: evil.example\r\n",
            "Host: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nOrigin: null\r\n",
        ] {
            assert_eq!(request(twice), Some(Err(BAD)), "{twice}");
        }
    }

    #[test]
    fn parse_garbage_is_refused_and_a_part_waited_for() {
        assert_eq!(parse(b"GET / HT"), None);
        assert_eq!(parse(b"\x16\x03\x01\x02\x00"), Some(Err(BAD)));
        let other = |method: &str| parse(format!("{method} / HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes());
        assert_eq!(other("DELETE"), Some(Err(OTHER_METHOD)));
        assert_eq!(other("POST"), Some(Err(NO_LENGTH)));
    }
}
