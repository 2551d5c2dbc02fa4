//! Running until something happens, and a slot that is looked into.

use super::Lab;
use crate::frame::next_visit;
use crate::{Act, Goal, LabError};

impl Lab {
    /// Lets the clock run up to `goal`.
    pub(super) fn run_until(&mut self, goal: Goal) -> Result<(), LabError> {
        let refuse = |text: String| Err(LabError(text));
        match goal {
            Goal::Tick(tick) if tick <= self.machine.tick() => {
                return refuse(format!("tick {tick} has passed already"));
            }
            Goal::Timer(id) if !self.machine.running().contains_key(&id) => {
                return refuse(format!("timer {id} does not run"));
            }
            Goal::Event => self.expect_event()?,
            Goal::Wrong(0) => return refuse("each timer is 0 ticks late or more".to_owned()),
            Goal::Wrong(_) if self.machine.is_asleep() => {
                return refuse("a host that sleeps hands out nothing: wake it first".to_owned());
            }
            Goal::Tick(_) | Goal::Timer(_) | Goal::Wrong(_) => {}
        }
        self.run_or_go_on()?;
        self.goal = Some(goal);
        Ok(())
    }

    /// The tick of the chip before which the goal is not reached.
    pub(super) fn goal_tick(&self) -> Option<u64> {
        let tick = match self.goal? {
            Goal::Tick(tick) => tick,
            Goal::Timer(id) => self.machine.running().get(&id)?.due,
            Goal::Event | Goal::Wrong(_) => return None,
        };
        Some(tick.saturating_sub(self.machine.epoch()))
    }

    /// Stops the clock where the goal is reached.
    pub(super) fn look_for_goal(&mut self) {
        let reached = match self.goal {
            None => false,
            Some(Goal::Tick(tick)) => self.machine.tick() >= tick,
            Some(Goal::Timer(id)) => !self.machine.running().contains_key(&id),
            Some(Goal::Event) => self.machine.bus().irq(),
            // Where something is wrong, the run itself ends.
            Some(Goal::Wrong(_)) => false,
        };
        if reached {
            self.end_at_goal();
        }
    }

    pub(super) const fn end_at_goal(&mut self) {
        self.goal = None;
        self.running = false;
    }

    fn expect_slot(&self, wheel: u32, slot: u32) -> Result<(), LabError> {
        let slots = self.machine.config().wheels.get(wheel as usize);
        match slots {
            Some(slots) if slot < *slots => Ok(()),
            _ => Err(LabError(format!("wheel {wheel} has no slot {slot}"))),
        }
    }

    /// Shows a slot with its timers from now on.
    pub(super) fn look_into(&mut self, wheel: u32, slot: u32) -> Result<(), LabError> {
        self.expect_slot(wheel, slot)?;
        self.chosen = Some((wheel, slot));
        Ok(())
    }

    /// Starts a timer that is due when the cursor next comes to the slot.
    pub(super) fn start_in(&mut self, wheel: u32, slot: u32) -> Result<(), LabError> {
        self.expect_slot(wheel, slot)?;
        let (tick, lap) = next_visit(&self.machine, wheel, slot)?;
        let tick = tick.saturating_add(self.machine.epoch());
        // The interval counts from where the host will have read now.
        let begun = self.machine.would_begin()?;
        let interval = match tick.checked_sub(begun) {
            Some(ahead) if ahead > 0 => ahead,
            _ => lap - (begun - tick) % lap,
        };
        self.act(Act::Start { interval, stall: 0 })
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::time::Duration;

    use crate::{Act, Config, Control, Distribution, Goal, Lab, Message, Plan, Reference};

    fn lab() -> Lab {
        let parts = Rc::new(Reference::new(|| Duration::ZERO, Vec::new()));
        Lab::new(parts, &Config::default(), None, None).expect("a laboratory")
    }

    fn control(lab: &mut Lab, control: Control) {
        lab.take(Message::Control(control)).expect("accepted");
    }

    fn start(lab: &mut Lab, interval: u64) {
        let act = Act::Start { interval, stall: 0 };
        lab.take(Message::Act(act)).expect("accepted");
    }

    /// Lets the clock run until it stands.
    fn run(lab: &mut Lab) {
        for _ in 0..10_000 {
            if !lab.is_running() {
                return;
            }
            lab.advance(Duration::from_millis(10), Duration::from_millis(1));
        }
        panic!("the clock does not stop");
    }

    fn field(lab: &mut Lab, at: &str) -> serde_json::Value {
        let frame = lab.frame(false).expect("a frame");
        frame.fields.pointer(at).cloned().unwrap_or_default()
    }

    #[test]
    fn until_stops_exactly_at_tick_timer_and_event() {
        let mut lab = lab();
        for interval in [90, 40, 130] {
            start(&mut lab, interval);
        }
        let until = |lab: &mut Lab, goal| {
            control(lab, Control::Until { goal });
            run(lab);
        };
        until(&mut lab, Goal::Tick(30));
        assert_eq!(field(&mut lab, "/now"), 30);
        until(&mut lab, Goal::Timer(1));
        assert_eq!(field(&mut lab, "/counters/expired"), 2);
        until(&mut lab, Goal::Event);
        assert_eq!(field(&mut lab, "/irq"), true);
        assert_eq!(field(&mut lab, "/counters/expired"), 2);
    }

    #[test]
    fn until_is_refused_where_it_never_comes_and_forgotten_after_a_pause() {
        let mut lab = lab();
        for goal in [Goal::Tick(0), Goal::Timer(1), Goal::Event] {
            let refused = lab.take(Message::Control(Control::Until { goal }));
            assert!(refused.is_err(), "{goal:?}");
            assert!(!lab.is_running());
        }
        let goal = Goal::Tick(1_000_000);
        control(&mut lab, Control::Until { goal });
        assert_eq!(field(&mut lab, "/until/tick"), 1_000_000);
        control(&mut lab, Control::Pause {});
        assert!(field(&mut lab, "/until").is_null());
    }

    #[test]
    fn event_that_can_come_no_more_is_refused_at_once() {
        use crate::Scheme::{Scheme3, Scheme4, Scheme5, Scheme6, Scheme7, Ticked};
        for scheme in [Scheme3, Scheme4, Scheme5, Scheme6, Scheme7, Ticked] {
            let wheels = if scheme == Scheme7 {
                vec![16, 16]
            } else {
                vec![512]
            };
            let config = Config {
                model: "full10x2".to_owned(),
                scheme,
                wheels,
                ..Config::default()
            };
            let stopped = || {
                let parts = Rc::new(Reference::new(|| Duration::ZERO, Vec::new()));
                let mut lab = Lab::new(parts, &config, None, None).expect("a laboratory");
                for interval in [90, 40, 130] {
                    start(&mut lab, interval);
                }
                lab.take(Message::Act(Act::StopAll {})).expect("accepted");
                let begun = lab.clocks();
                (lab, begun)
            };
            let (mut lab, begun) = stopped();
            let step = Message::Control(Control::Step {
                unit: crate::Unit::Event,
            });
            let said = lab.take(step).expect_err("no event").0;
            assert!(said.contains("no timer runs"), "{scheme}: {said}");
            assert!(
                lab.clocks() < begun + 1_000,
                "{scheme}: {}",
                lab.clocks() - begun
            );
            let (mut lab, begun) = stopped();
            let until = Message::Control(Control::Until { goal: Goal::Event });
            if lab.take(until).is_ok() {
                run(&mut lab);
                let said = field(&mut lab, "/problem");
                assert!(
                    said.as_str().is_some_and(|it| it.contains("no timer runs")),
                    "{scheme}: {said}"
                );
                assert!(
                    lab.clocks() < begun + 10_000,
                    "{scheme}: {}",
                    lab.clocks() - begun
                );
            }
        }
    }

    /// What the host did at each interrupt, in one text.
    fn visits(lab: &mut Lab) -> String {
        let lines = field(lab, "/journal");
        let lines = lines.as_array().expect("lines");
        let visits = lines.iter().filter_map(|line| line["visits"].as_array());
        visits.flatten().map(ToString::to_string).collect()
    }

    #[test]
    fn what_happened_tells_the_laps_left_moves_and_a_late_arm() {
        let of = |scheme, wheels| {
            let parts = Rc::new(Reference::new(|| Duration::ZERO, Vec::new()));
            let config = Config {
                model: "full10x2".to_owned(),
                scheme,
                wheels,
                ..Config::default()
            };
            Lab::new(parts, &config, None, None).expect("a laboratory")
        };
        let mut lab = of(crate::Scheme::Scheme6, vec![16]);
        start(&mut lab, 40);
        let due = field(&mut lab, "/timers/0/due").as_u64().expect("a tick");
        assert_eq!(field(&mut lab, "/timers/0/slot"), due % 16);
        for (tick, left) in [(15, r#""stays":[[1,1]]"#), (31, r#""stays":[[1,0]]"#)] {
            control(
                &mut lab,
                Control::Until {
                    goal: Goal::Tick(tick),
                },
            );
            run(&mut lab);
            let said = visits(&mut lab);
            assert!(said.contains(left), "{said}");
            assert!(said.contains(r#""late":false"#), "{said}");
        }
        control(
            &mut lab,
            Control::Until {
                goal: Goal::Tick(60),
            },
        );
        run(&mut lab);
        assert!(!visits(&mut lab).contains(r#""late":true"#));
        let late = Act::Start {
            interval: 4,
            stall: 200,
        };
        lab.take(Message::Act(late)).expect("accepted");
        control(
            &mut lab,
            Control::Until {
                goal: Goal::Tick(90),
            },
        );
        run(&mut lab);
        let said = visits(&mut lab);
        assert!(said.contains(r#""late":true"#), "{said}");

        let mut lab = of(crate::Scheme::Scheme7, vec![8, 8, 8]);
        start(&mut lab, 205);
        assert_eq!(field(&mut lab, "/timers/0/wheel"), 2);
        let due = field(&mut lab, "/timers/0/due").as_u64().expect("a tick");
        let moves = [
            (199, format!(r#""moves":[[1,1,{}]]"#, due / 8 % 8)),
            (204, format!(r#""moves":[[1,0,{}]]"#, due % 8)),
        ];
        for (tick, moved) in moves {
            control(
                &mut lab,
                Control::Until {
                    goal: Goal::Tick(tick),
                },
            );
            run(&mut lab);
            let said = visits(&mut lab);
            assert!(said.contains(&moved), "{said}");
        }
    }

    #[test]
    fn tree_of_scheme_3_has_each_timer_under_another() {
        let parts = Rc::new(Reference::new(|| Duration::ZERO, Vec::new()));
        let config = Config {
            model: "full10x2".to_owned(),
            scheme: crate::Scheme::Scheme3,
            ..Config::default()
        };
        let mut lab = Lab::new(parts, &config, None, None).expect("a laboratory");
        let intervals = [500, 700, 300, 900, 400, 600, 800];
        for interval in intervals {
            start(&mut lab, interval);
        }
        let tree = field(&mut lab, "/tree");
        let nodes = tree.as_array().expect("nodes");
        assert_eq!(nodes.len(), intervals.len());
        let due = |id: &serde_json::Value| {
            nodes
                .iter()
                .find(|it| it["id"] == *id)
                .and_then(|it| it["due"].as_u64())
        };
        assert!(nodes[0]["above"].is_null());
        for node in &nodes[1..] {
            let (above, right) = (due(&node["above"][0]), node["above"][1] == true);
            assert_eq!(node["due"].as_u64() > above, right, "{node}");
        }
    }

    #[test]
    fn start_in_is_due_in_the_slot_that_was_chosen() {
        let mut lab = lab();
        let slots = Config::default().wheels[0];
        for slot in [0, 1, slots / 2, slots - 1] {
            control(&mut lab, Control::Look { wheel: 0, slot });
            assert_eq!(field(&mut lab, "/chosen/count"), 0);
            control(&mut lab, Control::StartIn { wheel: 0, slot });
            assert_eq!(field(&mut lab, "/chosen/count"), 1, "slot {slot}");
            assert_eq!(field(&mut lab, "/chosen/busy"), true, "slot {slot}");
        }
        let place = Control::Look {
            wheel: 0,
            slot: slots,
        };
        assert!(lab.take(Message::Control(place)).is_err());
    }

    #[test]
    fn until_wrong_stops_at_the_first_refusal_and_the_first_late_timer() {
        let mut lab = lab();
        assert!(
            lab.take(Message::Control(Control::Until {
                goal: Goal::Wrong(0)
            }))
            .is_err()
        );
        let crowd = |every| {
            Act::Generate(Plan {
                number: 2_000,
                every,
                distribution: Distribution::Constant,
                mean: 100_000,
                renew: false,
                stops: 0,
            })
        };
        // There is room for 1,000.
        lab.take(Message::Act(crowd(1))).expect("accepted");
        let goal = Goal::Wrong(1_000_000);
        control(&mut lab, Control::Speed { clocks: 100_000 });
        control(&mut lab, Control::Until { goal });
        run(&mut lab);
        assert_eq!(field(&mut lab, "/counters/refused"), 1);
        assert_eq!(field(&mut lab, "/problem"), "a timer was refused");
        // Those of one slot are handed out one after the other.
        control(
            &mut lab,
            Control::Configure {
                config: Config::default(),
            },
        );
        for _ in 0..200 {
            start(&mut lab, 100);
        }
        control(
            &mut lab,
            Control::Until {
                goal: Goal::Wrong(2),
            },
        );
        run(&mut lab);
        let late = field(&mut lab, "/counters/late_most").as_u64();
        assert!(late >= Some(2), "{late:?}");
        assert_eq!(field(&mut lab, "/problem"), "a timer was handed out late");
    }
}
