//! What a laboratory shows.

use std::collections::BTreeMap;

use carillon_regmap::counter_chip::field::params;
use serde_json::Value;

use super::Lab;
use crate::frame::{Frame, frame};
use crate::history::History;
use crate::registers::words;
use crate::scene::{Play, Scene, scenes};
use crate::{LabError, Model};

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
            "scenes": scenes().iter().map(scene).collect::<Vec<_>>(),
            "captures": parts.captures(),
        })
    }

    /// What is to be shown; with the registers if `registers`.
    ///
    /// # Errors
    /// [`LabError`] if the chip cannot be looked into.
    pub fn frame(&mut self, registers: bool) -> Result<Frame, LabError> {
        let mut frame = frame(&self.machine, self.chosen)?;
        let Value::Object(fields) = &mut frame.fields else {
            return Ok(frame);
        };
        let own = serde_json::json!({
            "generation": self.generation,
            "running": self.running,
            "speed": self.speed,
            "measured": self.measured,
            "earliest": self.history.as_ref().map(History::earliest),
            "capture": self.machine.capture_timers(),
            "ran": self.ran.as_secs_f64(),
            "problem": self.problem,
            "problems": self.problems,
            "until": self.goal,
            "scene": self.play.as_ref().map(Play::shown),
        });
        if let Value::Object(own) = own {
            fields.extend(own);
        }
        if registers {
            let words = if self.is_board() {
                self.watch.words().to_vec()
            } else {
                words(&mut self.machine, &self.registers)?
            };
            fields.insert("registers".to_owned(), serde_json::json!(words));
        }
        Ok(frame)
    }
}
