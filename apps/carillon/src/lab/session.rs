//! One client: what it sends goes to the laboratory, what it asks for it gets, and nothing that it does stops anybody.

use std::io::{self, ErrorKind, Read};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

use carillon_lab::{LabError, Message, load};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::{Bytes, Error, Message as Packet, WebSocket};

use super::capture::load_named;
use super::http::{self, Request};
use super::pages::page;
use super::server::{Ask, Shared};

/// The longest message of a client, in bytes.
const LONGEST_MESSAGE: usize = 1 << 16;

/// Bytes of a client that are read though its conversation has ended.
const MOST_UNREAD: u64 = 1 << 24;

/// How long a client may take to receive something.
const SEND_PATIENCE: Duration = Duration::from_secs(5);

/// From time to time a silent client is asked whether the laboratory has ended.
const LISTEN: Duration = Duration::from_millis(500);

/// How long a client that wants a frame waits for a new one.
const FRAME_PATIENCE: Duration = Duration::from_millis(100);

/// Serves the connection of this number until it ends.
pub(super) fn serve(mut stream: TcpStream, number: u64, shared: &Shared) {
    let looked = http::look(&stream);
    shared.speaks(number);
    let Ok(looked) = looked else {
        return;
    };
    let place = shared.place();
    let prepared = stream.set_write_timeout(Some(SEND_PATIENCE)).and_then(|()| stream.set_nodelay(true));
    if prepared.is_err() {
        return;
    }
    let served = match looked {
        Err(status) => http::refuse(&mut stream, None, status),
        Ok(request) if place.is_none() => http::refuse(&mut stream, Some(&request), http::BUSY),
        Ok(request) if !may(&request, shared) => http::refuse(&mut stream, Some(&request), http::FOREIGN),
        Ok(request) if request.path == "/capture" => match request.posted {
            Some(length) => capture(&mut stream, &request, length, shared),
            None => http::refuse(&mut stream, Some(&request), http::OTHER_METHOD),
        },
        Ok(request) if request.posted.is_some() => http::refuse(&mut stream, Some(&request), http::NOT_FOUND),
        Ok(request) if request.upgrade && request.path == "/ws" => {
            converse(stream, shared);
            Ok(())
        }
        Ok(request) if request.path == "/wave.vcd" => wave(&mut stream, &request, shared),
        Ok(request) => match page(&request.path) {
            Some((kind, text)) => http::answer(&mut stream, Some(&request), http::OK, (kind, None), text.as_bytes()),
            None => http::refuse(&mut stream, Some(&request), http::NOT_FOUND),
        },
    };
    // A client that is gone has seen enough.
    drop(served);
}

/// Whether this request may have what it asks for. What changes the laboratory takes our origin and the token; what
/// only tells of it, the token, as a browser names no origin when it follows a link; the page's files, nothing.
fn may(request: &Request, shared: &Shared) -> bool {
    let knows = || shared.knows(request.asked("token"));
    if request.posted.is_some() || request.path == "/ws" {
        request.is_ours && knows()
    } else {
        request.path != "/wave.vcd" || knows()
    }
}

/// Reads a capture as it comes, or one of those that are here, and gives it to the laboratory.
fn capture(stream: &mut TcpStream, request: &Request, length: u64, shared: &Shared) -> io::Result<()> {
    http::take(stream, request)?;
    let mut body = stream.try_clone()?.take(length);
    let loaded = match request.asked("name") {
        "" => load(&mut body),
        name => load_named(name),
    };
    // An answer before the end of the request would be lost.
    io::copy(&mut body, &mut io::sink())?;
    let gone = |()| LabError("the laboratory has ended".to_owned());
    let given = loaded.and_then(|capture| shared.ask(Ask::Load(capture)).map_err(gone));
    let (status, text) = match given {
        Ok(()) => (http::OK, String::new()),
        Err(LabError(text)) => (http::UNUSABLE, text),
    };
    let kind = ("text/plain; charset=utf-8", None);
    http::answer(stream, None, status, kind, text.as_bytes())
}

fn wave(stream: &mut TcpStream, request: &Request, shared: &Shared) -> io::Result<()> {
    // Text that is no number becomes 0, which is refused.
    let clocks = request.asked("clocks").parse().unwrap_or(0);
    let (reply, answer) = mpsc::channel();
    let asked = shared.ask(Ask::Wave { clocks, reply });
    let gone = || LabError("the laboratory has ended".to_owned());
    let wave = match asked {
        Ok(()) => answer.recv().unwrap_or_else(|_| Err(gone())),
        Err(()) => Err(gone()),
    };
    match wave {
        Ok(text) => {
            http::answer(stream, Some(request), http::OK, ("application/octet-stream", Some("carillon.vcd")), &text)
        }
        Err(LabError(text)) => {
            http::answer(stream, Some(request), http::UNUSABLE, ("text/plain; charset=utf-8", None), text.as_bytes())
        }
    }
}

/// Talks over a WebSocket. The client asks for each frame when it has drawn the one before, so a slow client gets
/// fewer.
fn converse(stream: TcpStream, shared: &Shared) {
    let limits =
        WebSocketConfig::default().max_message_size(Some(LONGEST_MESSAGE)).max_frame_size(Some(LONGEST_MESSAGE));
    let Ok(mut socket) = tungstenite::accept_with_config(stream, Some(limits)) else {
        return;
    };
    if socket.get_ref().set_read_timeout(Some(LISTEN)).is_err() {
        return;
    }
    let mut seen = Seen::default();
    while !shared.has_ended() {
        let answered = match socket.read() {
            Ok(Packet::Text(text)) if text.as_str() == "frame" => send_frame(&mut socket, &mut seen, shared),
            Ok(Packet::Text(text)) => match serde_json::from_str::<Message>(&text) {
                Ok(message) => match shared.ask(Ask::Take(message)) {
                    Ok(()) => Ok(()),
                    Err(()) => return,
                },
                Err(_) => refuse(&mut socket),
            },
            Ok(Packet::Binary(_)) => refuse(&mut socket),
            Ok(_) => Ok(()),
            Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = answered {
            return end(socket, &error);
        }
    }
}

/// Ends a conversation. The peer is told why, if it is still there.
fn end(mut socket: WebSocket<TcpStream>, error: &Error) {
    let why = matches!(error, Error::Capacity(_)).then(|| CloseFrame {
        code: CloseCode::Size,
        reason: format!("a message has at most {LONGEST_MESSAGE} bytes").into(),
    });
    drop(socket.close(why));
    drop(socket.flush());
    // What has come and is not read would take the answer along.
    let stream = socket.get_mut();
    drop(stream.shutdown(Shutdown::Write));
    drop(io::copy(&mut stream.take(MOST_UNREAD), &mut io::sink()));
}

/// What a client has been sent.
#[derive(Default)]
struct Seen {
    frame: u64,
    generation: u64,
}

fn send_frame(socket: &mut WebSocket<TcpStream>, seen: &mut Seen, shared: &Shared) -> Result<(), Error> {
    let Some(latest) = shared.frame_after(seen.frame, FRAME_PATIENCE) else {
        return socket.send(Packet::text("idle"));
    };
    seen.frame = latest.number;
    if latest.generation != seen.generation {
        seen.generation = latest.generation;
        socket.send(Packet::text(latest.greeting.to_string()))?;
    }
    socket.send(Packet::Binary(Bytes::clone(&latest.message)))
}

fn refuse(socket: &mut WebSocket<TcpStream>) -> Result<(), Error> {
    let refusal = serde_json::json!({ "refused": "that is no message of the page's" });
    socket.send(Packet::text(refusal.to_string()))
}
