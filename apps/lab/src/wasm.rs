//! The laboratory on the reference model as WebAssembly: C functions for the worker of a page (`site/worker.js`).
//!
//! What goes in is written to the memory that [`input`] gives; what comes out is at [`output`] until the next call.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use serde::de::DeserializeOwned;

use super::{Config, Lab, LabError, Message, Reference, load};

/// The longest message, in bytes, as for a client of `carillon lab`.
const LONGEST_MESSAGE: usize = 1 << 16;

// SAFETY: the page gives a function of this type, which has no precondition.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
}

#[derive(Default)]
struct Place {
    lab: Option<Lab>,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static PLACE: RefCell<Place> = RefCell::default();
}

fn time() -> Duration {
    milliseconds(now())
}

fn milliseconds(count: f64) -> Duration {
    Duration::try_from_secs_f64(count / 1e3).unwrap_or_default()
}

/// As text, as scenes and sessions are read: one reader of JSON is enough.
fn read<T: DeserializeOwned>(input: &[u8]) -> Option<T> {
    serde_json::from_str(core::str::from_utf8(input).ok()?).ok()
}

/// Calls `act` with the laboratory and what came in; `otherwise` if there is none.
fn with<R>(otherwise: R, act: impl FnOnce(&mut Lab, &[u8], &mut Vec<u8>) -> R) -> R {
    PLACE.with_borrow_mut(|place| match &mut place.lab {
        Some(lab) => act(lab, &place.input, &mut place.output),
        None => otherwise,
    })
}

/// The place at which the caller is to write `bytes` bytes.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    PLACE.with_borrow_mut(|place| {
        place.input.clear();
        place.input.resize(bytes, 0);
        place.input.as_mut_ptr()
    })
}

/// Where the last output is; the call that made it has said how long it is.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    PLACE.with_borrow(|place| place.output.as_ptr())
}

/// Begins with some timers on the smallest chip. The input is a list of the captures' names, as JSON. 0 if it fails.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn begin() -> u32 {
    let config = Config::default();
    PLACE.with_borrow_mut(|place| {
        let captures = read(&place.input).unwrap_or_default();
        place.lab = Lab::new(Rc::new(Reference::new(time, captures)), &config, None, None).ok();
    });
    with(0, |lab, _, _| {
        let first = config.first_timers().into_iter();
        first.map(|message| lab.take(message)).all(|it| it.is_ok()).into()
    })
}

/// Does what the message says that is the input. 0 if it is none; a refusal is in the next frame.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn take() -> u32 {
    with(0, |lab, input, _| {
        let message = Some(input).filter(|it| it.len() <= LONGEST_MESSAGE);
        let message = message.and_then(read::<Message>);
        message.map(|message| lab.take(message)).is_some().into()
    })
}

/// Reads the capture that is the input. Returns the length in bytes of the output, which says why it is no capture.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn capture() -> usize {
    with(0, |lab, input, output| {
        let loaded = load(input).and_then(|capture| lab.load(capture));
        let LabError(text) = loaded.err().unwrap_or_else(|| LabError(String::new()));
        *output = text.into_bytes();
        output.len()
    })
}

/// Lets the clock run for the milliseconds that have `elapsed`, but takes no longer than `most`.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn advance(elapsed: f64, most: f64) {
    with((), |lab, _, _| lab.advance(milliseconds(elapsed), milliseconds(most)));
}

/// 0: the clock stands; 1: it runs; 2: as fast as it can.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn runs() -> u32 {
    with(0, |lab, _, _| match (lab.is_running(), lab.is_flat_out()) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    })
}

/// Changes with the greeting.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn generation() -> u32 {
    with(0, |lab, _, _| lab.generation() as u32)
}

/// Puts out the greeting as JSON; returns its length in bytes.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn greeting() -> usize {
    with(0, |lab, _, output| {
        *output = lab.greeting().to_string().into_bytes();
        output.len()
    })
}

/// Puts out a frame, with the registers if `registers` is not 0; returns its length in bytes, or 0 if there is none.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn frame(registers: u32) -> usize {
    with(0, |lab, _, output| match lab.frame(registers != 0) {
        Ok(frame) => {
            *output = frame.message();
            output.len()
        }
        Err(LabError(text)) => {
            lab.tell(&text);
            0
        }
    })
}
