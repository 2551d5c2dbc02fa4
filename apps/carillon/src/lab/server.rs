//! The laboratory on the loopback interface: a thread that works, one that listens, and one for each client.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use carillon_lab::{Config, Lab, LabError, Message, Traffic};
use tungstenite::Bytes;

use super::laboratory;
use super::session::serve;
use super::token::Token;
use crate::cable::Link;

/// Clients at once; the next one is told to come later.
pub const MOST_CLIENTS: usize = 32;

/// Connections at once that have not sent a request yet; for one more the oldest is closed.
const MOST_SILENT: usize = 32;

/// Messages that can wait for the laboratory; a sender of more blocks.
const MOST_WAITING: usize = 256;

/// From one frame to the next, at least.
const FRAME_EVERY: Duration = Duration::from_millis(16);

/// From one reading of the registers to the next, while the clock runs.
const REGISTERS_EVERY: Duration = Duration::from_millis(100);

/// How long the clock runs before somebody else has a turn.
const TURN: Duration = Duration::from_millis(7);

/// What a client wants of the laboratory.
pub(super) enum Ask {
    /// To do something.
    Take(Message),
    /// The last clocks as a wave file.
    Wave { clocks: u64, reply: mpsc::Sender<Result<Vec<u8>, LabError>> },
    /// To be able to replay this.
    Load(Traffic),
}

/// The newest frame.
#[derive(Clone, Default)]
pub(super) struct Latest {
    /// Counted through; 0 before the first.
    pub(super) number: u64,
    pub(super) message: Bytes,
    /// Changes with the greeting.
    pub(super) generation: u64,
    pub(super) greeting: Arc<str>,
}

/// What all threads share.
pub(super) struct Shared {
    latest: Mutex<Latest>,
    fresh: Condvar,
    /// Somebody waits for a frame.
    wanted: AtomicBool,
    ended: AtomicBool,
    clients: AtomicUsize,
    /// The connections that have not sent a request yet, by number, the oldest first.
    silent: Mutex<VecDeque<(u64, TcpStream)>>,
    token: Token,
    asks: SyncSender<Ask>,
}

impl Shared {
    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the laboratory has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    fn silent(&self) -> MutexGuard<'_, VecDeque<(u64, TcpStream)>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection that has not sent a request yet.
    fn begin(&self, number: u64, stream: TcpStream) {
        let mut silent = self.silent();
        silent.push_back((number, stream));
        if silent.len() > MOST_SILENT
            && let Some((_, oldest)) = silent.pop_front()
        {
            // Its thread then finds nothing to read.
            drop(oldest.shutdown(Shutdown::Both));
        }
    }

    /// It has sent one, or is gone.
    pub(super) fn speaks(&self, number: u64) {
        self.silent().retain(|(it, _)| *it != number);
    }

    /// A place for a client; none if all are taken.
    pub(super) fn place(&self) -> Option<Place<'_>> {
        let place = self.clients.fetch_add(1, Ordering::Relaxed) < MOST_CLIENTS;
        let taken = Place(self);
        place.then_some(taken)
    }

    /// Whether this is the token of this run.
    pub(super) fn knows(&self, token: &str) -> bool {
        self.token.is(token)
    }

    /// Asks the laboratory. Waits while it has too much to do; an error if it has ended.
    pub(super) fn ask(&self, ask: Ask) -> Result<(), ()> {
        self.asks.send(ask).map_err(drop)
    }

    /// The newest frame if its number is above `seen`, or the next one within `patience`.
    pub(super) fn frame_after(&self, seen: u64, patience: Duration) -> Option<Latest> {
        self.wanted.store(true, Ordering::Relaxed);
        let waited = self.fresh.wait_timeout_while(self.latest(), patience, |latest| latest.number <= seen);
        let (latest, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (latest.number > seen).then(|| latest.clone())
    }
}

/// A laboratory that clients can reach.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    worker: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a laboratory at `port` of 127.0.0.1, or at a free port if that is 0; as [`laboratory`].
    ///
    /// # Errors
    /// [`LabError`]: the port is taken, or there can be no such laboratory.
    pub fn start(port: u16, config: Config, capture: Option<Traffic>, link: Option<Link>) -> Result<Self, LabError> {
        let unbound = |error: io::Error| {
            LabError(format!("port {port} of 127.0.0.1 cannot be used: {error}; choose another one with --port-http"))
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(unbound)?;
        let address = listener.local_addr().map_err(unbound)?;
        let (asks, asked) = mpsc::sync_channel(MOST_WAITING);
        let shared = Arc::new(Shared {
            latest: Mutex::default(),
            fresh: Condvar::new(),
            wanted: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            clients: AtomicUsize::new(0),
            silent: Mutex::default(),
            token: Token::new()?,
            asks,
        });
        // A chip cannot leave the thread that made it.
        let (made, made_there) = mpsc::channel();
        let worker = thread::spawn({
            let shared = Arc::clone(&shared);
            move || match laboratory(&config, capture, link.as_ref()) {
                Ok(mut lab) => {
                    let _ = made.send(Ok(()));
                    work(&mut lab, &asked, &shared);
                    shared.ended.store(true, Ordering::Relaxed);
                }
                Err(error) => drop(made.send(Err(error))),
            }
        });
        let ended = || Err(LabError("the laboratory has ended at once".to_owned()));
        made_there.recv().unwrap_or_else(|_| ended())?;
        thread::spawn({
            let shared = Arc::clone(&shared);
            move || listen(&listener, &shared)
        });
        Ok(Self { address, shared, worker: Some(worker) })
    }

    /// Where it is.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What a client has to name, besides its origin, to see the laboratory and to control it: new in every run.
    pub fn token(&self) -> &str {
        self.shared.token.text()
    }

    /// The page's address, with the token where a browser keeps it to itself.
    pub fn page(&self) -> String {
        format!("http://{}/#{}", self.address, self.token())
    }

    /// Does what a client's message would do. A refusal is shown in the next frame.
    ///
    /// # Errors
    /// [`LabError`]: the laboratory has ended.
    pub fn take(&self, message: Message) -> Result<(), LabError> {
        let ended = |()| LabError("the laboratory has ended".to_owned());
        self.shared.ask(Ask::Take(message)).map_err(ended)
    }

    /// Waits until the laboratory ends, which it does only if it is broken.
    ///
    /// # Errors
    /// [`LabError`]: it was.
    pub fn wait(mut self) -> Result<(), LabError> {
        let ended = self.worker.take().is_none_or(|worker| worker.join().is_ok());
        if ended { Ok(()) } else { Err(LabError("the laboratory is broken; what is above says where".to_owned())) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        // The listener looks up at the next connection.
        drop(TcpStream::connect(self.address));
        if let Some(worker) = self.worker.take() {
            drop(worker.join());
        }
    }
}

/// Gives each client a thread.
fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    for (stream, number) in listener.incoming().zip(0..) {
        if shared.has_ended() {
            return;
        }
        let twice = stream.and_then(|stream| Ok((stream.try_clone()?, stream)));
        let Ok((other, stream)) = twice else {
            // Too many open files, for instance: those that are served come to an end.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        shared.begin(number, other);
        let theirs = Arc::clone(shared);
        let spawned = thread::Builder::new().spawn(move || serve(stream, number, &theirs));
        if spawned.is_err() {
            shared.speaks(number);
        }
    }
}

/// A client's place, which becomes free however its thread ends.
pub(super) struct Place<'a>(&'a Shared);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.clients.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Lets the clock run, does what is asked for, and makes frames as long as somebody wants them.
fn work(lab: &mut Lab, asked: &Receiver<Ask>, shared: &Shared) {
    let mut last = Instant::now();
    let mut shown = last - FRAME_EVERY;
    let mut read = last - REGISTERS_EVERY;
    // What is shown is not what is so.
    let mut stale = true;
    while !shared.has_ended() {
        let wait = match (lab.is_running(), lab.is_flat_out()) {
            (true, true) => Duration::ZERO,
            (true, false) => Duration::from_millis(3),
            (false, _) => Duration::from_millis(20),
        };
        let mut next = asked.recv_timeout(wait);
        for _ in 0..MOST_WAITING {
            match next {
                // A refusal is in the next frame.
                Ok(Ask::Take(message)) => drop(lab.take(message)),
                Ok(Ask::Wave { clocks, reply }) => drop(reply.send(lab.wave(clocks))),
                Ok(Ask::Load(capture)) => {
                    if let Err(error) = lab.load(capture) {
                        lab.tell(&error.0);
                    }
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
            stale = true;
            next = asked.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }
        let now = Instant::now();
        let elapsed = now - last;
        last = now;
        stale |= lab.is_live();
        lab.advance(elapsed.min(Duration::from_millis(100)), TURN);
        if stale && now - shown >= FRAME_EVERY && shared.wanted.swap(false, Ordering::Relaxed) {
            let registers = !lab.is_running() || now - read >= REGISTERS_EVERY;
            if registers {
                read = now;
            }
            shown = now;
            // The last frame before the clock stands still has the registers.
            stale = lab.is_live();
            publish(lab, registers, shared);
        }
    }
}

fn publish(lab: &mut Lab, registers: bool, shared: &Shared) {
    let frame = match lab.frame(registers) {
        Ok(frame) => frame,
        Err(error) => return lab.tell(&error.0),
    };
    let message = Bytes::from(frame.message());
    let mut latest = shared.latest();
    if latest.generation != lab.generation() {
        latest.generation = lab.generation();
        latest.greeting = lab.greeting().to_string().into();
    }
    latest.number += 1;
    latest.message = message;
    drop(latest);
    shared.fresh.notify_all();
}
