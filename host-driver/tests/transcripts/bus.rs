//! The bus of a transcript.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::rc::Rc;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{ID_VALUE, offset};

use super::notation::{Access, spell_access};

/// What the bus reports where the transcript says `fault`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault;

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a fault")
    }
}

/// Answers as the transcript says; the player keeps a copy of the handle.
#[derive(Clone, Default)]
pub struct Bus(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    /// While a transcript's `given` is brought about: registers that keep what is written.
    kept: Option<BTreeMap<u32, u32>>,
    expected: VecDeque<Access>,
    /// The first access that the transcript does not have in this place.
    difference: Option<String>,
}

impl Bus {
    /// What is expected of the next call.
    pub fn expect(&self, accesses: &[Access]) {
        *self.0.borrow_mut() = State { expected: accesses.iter().copied().collect(), ..State::default() };
    }

    /// Brings a state about with a chip that answers what a driver hopes for.
    pub fn kept<T>(&self, parameters: u32, make: impl FnOnce() -> T) -> T {
        let known = [(offset::ID, ID_VALUE), (offset::VERSION, 0x100), (offset::PARAMS, parameters)];
        self.0.borrow_mut().kept = Some(known.into());
        let made = make();
        self.0.borrow_mut().kept = None;
        made
    }

    /// Whether the call made the accesses expected of it, or the first difference.
    pub fn compare(&self) -> Result<(), String> {
        let state = self.0.borrow();
        let rest = state.expected.front();
        let missing = rest.map(|next| differs(Some(next), "(no further access)"));
        state.difference.clone().or(missing).map_or(Ok(()), Err)
    }

    fn access(&self, is_write: bool, offset: u32, word: u32) -> Result<u32, Fault> {
        let state = &mut *self.0.borrow_mut();
        if let Some(kept) = &mut state.kept {
            if is_write {
                kept.insert(offset, word);
                kept.insert(offset::STATUS, if kept.get(&offset::CTRL) == Some(&1) { 3 } else { 1 });
            }
            return Ok(kept.get(&offset).copied().unwrap_or(0));
        }
        match state.expected.pop_front() {
            Some(next) if next.is_write == is_write && next.offset == offset && (!is_write || next.word == word) => {
                if next.fails {
                    Err(Fault)
                } else {
                    Ok(next.word)
                }
            }
            next => {
                let made = spell_access(is_write, offset, word);
                state.difference.get_or_insert(differs(next.as_ref(), &made));
                Err(Fault)
            }
        }
    }
}

fn differs(expected: Option<&Access>, made: &str) -> String {
    let expected = expected.map(|access| spell_access(access.is_write, access.offset, access.word));
    format!("  transcript:  {}\n  driver:      {made}", expected.as_deref().unwrap_or("(no further access)"))
}

impl RegisterBus for Bus {
    type Error = Fault;

    fn read(&mut self, offset: u32) -> Result<u32, Fault> {
        self.access(false, offset, 0)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Fault> {
        self.access(true, offset, value).map(|_| ())
    }
}
