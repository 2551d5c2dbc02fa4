//! A server of the laboratory, and its clients.
#![allow(dead_code, reason = "each test file uses a part of it")]

#[path = "../../../../testbench/common/running.rs"]
pub mod running;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

use carillon_lab::Config;
use carillon_program::lab::Server;
use carillon_sim::{Model, coverage_compiled};
use running::PATIENCE;
use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message as Packet, WebSocket};

/// A server; `None` in a build that counts coverage, whose chips cannot be saved.
pub fn server_of(config: Config) -> Option<Server> {
    if coverage_compiled(Model::Full10x2) {
        println!("left out: a build that counts coverage has no laboratory");
        return None;
    }
    Some(Server::start(0, config, None, None).expect("a server"))
}

pub fn server() -> Option<Server> {
    server_of(Config::default())
}

pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    stream.set_write_timeout(Some(PATIENCE)).expect("a socket");
    stream
}

/// Where a server is, and the token that it wants to hear.
#[derive(Clone)]
pub struct Door {
    pub address: SocketAddr,
    pub token: String,
}

impl Door {
    pub fn of(server: &Server) -> Self {
        Self { address: server.address(), token: server.token().to_owned() }
    }

    /// The lines of a request from our own page.
    pub fn lines(&self) -> String {
        let address = self.address;
        format!("Host: {address}\r\nOrigin: http://{address}\r\n")
    }

    /// Tries to open a WebSocket as a page of `origin` that knows this `token`.
    pub fn knock(&self, origin: Option<&str>, token: &str) -> Option<WebSocket<TcpStream>> {
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
    pub fn post(&self, path: &str, length: usize, body: &[u8]) -> String {
        let head =
            format!("POST {path}&token={} HTTP/1.1\r\n{}Content-Length: {length}\r\n\r\n", self.token, self.lines());
        answer(self.address, &[head.as_bytes(), body].concat())
    }
}

/// A page.
pub struct Client(pub WebSocket<TcpStream>);

impl Client {
    pub fn new(door: &Door) -> Self {
        let origin = format!("http://{}", door.address);
        let socket = door.knock(Some(&origin), &door.token);
        Self(socket.expect("a WebSocket"))
    }

    pub fn send(&mut self, text: &str) {
        self.0.send(Packet::text(text)).expect("sent");
    }

    /// The next frame's fields and slots; greetings and refusals go by.
    pub fn frame(&mut self) -> (Value, Vec<u8>) {
        let begun = Instant::now();
        self.send("frame");
        loop {
            assert!(begun.elapsed() < PATIENCE, "nothing has changed");
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
    pub fn until(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let (fields, _) = self.frame();
            if holds(&fields) {
                return fields;
            }
            assert!(begun.elapsed() < PATIENCE, "{fields}");
        }
    }
}

/// What is answered to bytes that are no WebSocket's.
pub fn answer(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = connect(address);
    stream.write_all(request).expect("sent");
    let mut text = Vec::new();
    // A refusal may come before all was sent, and end the connection.
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

pub fn get(address: SocketAddr, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    answer(address, request.as_bytes())
}
