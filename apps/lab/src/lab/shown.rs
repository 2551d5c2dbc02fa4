//! What a laboratory shows.

use std::collections::BTreeMap;

use carillon_regmap::counter_chip::field::params;
use serde_json::Value;

use super::Lab;
use crate::frame::{Frame, frame};
use crate::history::History;
use crate::machine::Machine;
use crate::registers::words;
use crate::scene::{Play, Scene, scenes};
use crate::{LabError, Model};

/// Clocks a second up to which the diagram follows the clock while it runs.
const SLOW: f64 = 5_000.0;

impl Lab {
    /// What does not change from frame to frame: chips, registers, scenes. Anew whenever [`Lab::generation`] changes.
    pub fn greeting(&self) -> Value {
        let board = self.machine.bus().board_parameters().map(|word| {
            serde_json::json!({
                "name": self.machine.config().model,
                "wheels": params::WHEELS.get(word),
                "slots": 1_u32 << params::SLOT_BITS.get(word),
                "fifo": 1_u32 << params::FIFO_BITS.get(word),
                "hold": params::WHEEL_MODES.is_set(word),
                "alarm": params::ALARM.is_set(word),
            })
        });
        let model = |model: &Model| {
            let build = model.build;
            serde_json::json!({
                "name": model.name,
                "wheels": build.wheels,
                "slots": 1_u32 << build.slot_bits,
                "fifo": 1_u32 << build.fifo_bits,
                "hold": build.wheel_modes,
                "alarm": build.alarm,
            })
        };
        let parts = &self.parts;
        let models = parts.models();
        let is_board = board.is_some();
        let cannot = self.machine.bus().board_cannot().unwrap_or(parts.cannot());
        let scene = |scene: &Scene| {
            serde_json::json!({
                "name": scene.name,
                "title": scene.title,
                "paper": scene.paper,
                "idea": scene.idea,
                "config": scene.config,
            })
        };
        serde_json::json!({
            "greeting": self.generation,
            "version": env!("CARGO_PKG_VERSION"),
            "about": if is_board { "" } else { parts.about() },
            "board": is_board,
            "cannot": cannot.iter().copied().collect::<BTreeMap<_, _>>(),
            "models": board.map_or_else(|| models.iter().map(model).collect(), |board| vec![board]),
            "left_out": parts.left_out(),
            "config": self.machine.config(),
            "registers": self.registers,
            "scenes": scenes().iter().chain(self.own.iter().map(|it| &**it)).map(scene).collect::<Vec<_>>(),
            "captures": parts.captures(),
        })
    }

    /// What is to be shown; with the registers if `registers`.
    ///
    /// # Errors
    /// [`LabError`] if the chip cannot be looked into.
    pub fn frame(&mut self, registers: bool) -> Result<Frame, LabError> {
        let is_board = self.is_board();
        let chosen = self.chosen;
        let look = |machine: &mut Machine| {
            let read = registers && !is_board;
            let words = read.then(|| words(machine, &self.registers)).transpose()?;
            Ok((frame(machine, chosen)?, words))
        };
        let history = self.history.as_ref();
        let (mut frame, words) = match (history, self.seen) {
            (Some(history), Some(clock)) => self.machine.and_back(|machine| {
                history.recall(machine, clock)?;
                look(machine)
            })?,
            _ => look(&mut self.machine)?,
        };
        let slow = !self.running || (1.0..=SLOW).contains(&self.speed);
        let last = self.machine.clocks();
        let diagram = history.filter(|_| registers && slow && self.diagram > 0);
        let diagram = diagram
            .map(|it| {
                let clocks = (self.diagram, self.seen.unwrap_or(last));
                it.record(&mut self.machine, clocks, chosen)
            })
            .transpose()?;
        let Value::Object(fields) = &mut frame.fields else {
            return Ok(frame);
        };
        let own = serde_json::json!({
            "generation": self.generation,
            "running": self.running,
            "speed": self.speed,
            "measured": self.measured,
            "earliest": self.history.as_ref().map(History::earliest),
            "last": last,
            "seen": self.seen,
            "diagram": diagram,
            "saved": self.saved.as_ref().map(|(_, saved)| saved),
            "saves": self.saves,
            "capture": self.machine.capture_timers(),
            "offer": self.offer,
            "ran": self.ran.as_secs_f64(),
            "problem": self.problem,
            "problems": self.problems,
            "until": self.goal,
            "reached": self.reached,
            "scene": self.play.as_ref().map(Play::shown),
        });
        if let Value::Object(own) = own {
            fields.extend(own);
        }
        if registers {
            let words = words.unwrap_or_else(|| self.watch.words().to_vec());
            fields.insert("registers".to_owned(), serde_json::json!(words));
        }
        Ok(frame)
    }
}
