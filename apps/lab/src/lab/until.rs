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
            Goal::FullFifo => {
                self.expect_event()?;
                if self.machine.bus().is_full()? {
                    return refuse("the event FIFO is full already".to_owned());
                }
            }
            Goal::Error if self.machine.bus().has_error() => {
                return refuse("ERROR is set already: write ones there to clear it".to_owned());
            }
            Goal::Access(access) if !self.registers.iter().any(|it| it.offset == access.offset) => {
                return refuse(format!("this chip has no register at {:#05x}", access.offset));
            }
            Goal::Access(_) | Goal::Error | Goal::Tick(_) | Goal::Timer(_) | Goal::Wrong(_) => {}
        }
        self.run_or_go_on()?;
        self.goal = Some(goal);
        self.machine.bus().look_for(self.goal);
        Ok(())
    }

    /// The tick of the chip before which the goal is not reached.
    pub(super) fn goal_tick(&self) -> Option<u64> {
        let tick = match self.goal? {
            Goal::Tick(tick) => tick,
            Goal::Timer(id) => self.machine.running().get(&id)?.due,
            _ => return None,
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
            // Of the others the run itself ends.
            Some(_) => false,
        };
        if reached {
            self.end_at_goal();
        }
    }

    pub(super) fn end_at_goal(&mut self) {
        self.forget_goal();
        self.running = false;
    }

    pub(super) fn forget_goal(&mut self) {
        self.goal = None;
        self.reached = None;
        self.machine.bus().look_for(None);
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

    use carillon_regmap::counter_chip::offset;
    use serde_json::json;

    use crate::{Access, Act, Config, Control, Distribution, Goal, Lab, Message, Plan, Reference, Scheme};

    fn lab() -> Lab {
        let parts = Rc::new(Reference::new(|| Duration::ZERO, Vec::new()));
        Lab::new(parts, &Config::default(), None, None).expect("a laboratory")
    }

    /// One with this scheme and these wheels.
    fn with(scheme: Scheme, wheels: &[u32]) -> Lab {
        let parts = Rc::new(Reference::new(|| Duration::ZERO, Vec::new()));
        let config = Config { model: "full10x2".to_owned(), scheme, wheels: wheels.to_vec(), ..Config::default() };
        Lab::new(parts, &config, None, None).expect("a laboratory")
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

    /// Lets the clock run up to the goal.
    fn until(lab: &mut Lab, goal: Goal) {
        control(lab, Control::Until { goal });
        run(lab);
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
        use Scheme::{Scheme3, Scheme4, Scheme5, Scheme6, Scheme7, Ticked};
        for scheme in [Scheme3, Scheme4, Scheme5, Scheme6, Scheme7, Ticked] {
            let wheels: &[u32] = if scheme == Scheme7 { &[16, 16] } else { &[512] };
            let stopped = || {
                let mut lab = with(scheme, wheels);
                for interval in [90, 40, 130] {
                    start(&mut lab, interval);
                }
                lab.take(Message::Act(Act::StopAll {})).expect("accepted");
                let begun = lab.clocks();
                (lab, begun)
            };
            let (mut lab, begun) = stopped();
            let step = Message::Control(Control::Step { unit: crate::Unit::Event });
            let said = lab.take(step).expect_err("no event").0;
            assert!(said.contains("no timer runs"), "{scheme}: {said}");
            assert!(lab.clocks() < begun + 1_000, "{scheme}: {}", lab.clocks() - begun);
            let (mut lab, begun) = stopped();
            let until = Message::Control(Control::Until { goal: Goal::Event });
            if lab.take(until).is_ok() {
                run(&mut lab);
                let said = field(&mut lab, "/problem");
                assert!(said.as_str().is_some_and(|it| it.contains("no timer runs")), "{scheme}: {said}");
                assert!(lab.clocks() < begun + 10_000, "{scheme}: {}", lab.clocks() - begun);
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
        let mut lab = with(Scheme::Scheme6, &[16]);
        start(&mut lab, 40);
        let due = field(&mut lab, "/timers/0/due").as_u64().expect("a tick");
        assert_eq!(field(&mut lab, "/timers/0/slot"), due % 16);
        for (tick, left) in [(15, r#""stays":[[1,1]]"#), (31, r#""stays":[[1,0]]"#)] {
            until(&mut lab, Goal::Tick(tick));
            let said = visits(&mut lab);
            assert!(said.contains(left), "{said}");
            assert!(said.contains(r#""late":false"#), "{said}");
        }
        until(&mut lab, Goal::Tick(60));
        assert!(!visits(&mut lab).contains(r#""late":true"#));
        let late = Act::Start { interval: 4, stall: 200 };
        lab.take(Message::Act(late)).expect("accepted");
        until(&mut lab, Goal::Tick(90));
        let said = visits(&mut lab);
        assert!(said.contains(r#""late":true"#), "{said}");

        let mut lab = with(Scheme::Scheme7, &[8, 8, 8]);
        start(&mut lab, 205);
        assert_eq!(field(&mut lab, "/timers/0/wheel"), 2);
        let due = field(&mut lab, "/timers/0/due").as_u64().expect("a tick");
        let moves =
            [(199, format!(r#""moves":[[1,1,{}]]"#, due / 8 % 8)), (204, format!(r#""moves":[[1,0,{}]]"#, due % 8))];
        for (tick, moved) in moves {
            until(&mut lab, Goal::Tick(tick));
            let said = visits(&mut lab);
            assert!(said.contains(&moved), "{said}");
        }
    }

    #[test]
    fn tree_of_scheme_3_has_each_timer_under_another() {
        let mut lab = with(Scheme::Scheme3, &[64]);
        let intervals = [500, 700, 300, 900, 400, 600, 800];
        for interval in intervals {
            start(&mut lab, interval);
        }
        let tree = field(&mut lab, "/tree");
        let nodes = tree.as_array().expect("nodes");
        assert_eq!(nodes.len(), intervals.len());
        let due = |id: &serde_json::Value| nodes.iter().find(|it| it["id"] == *id).and_then(|it| it["due"].as_u64());
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
        let place = Control::Look { wheel: 0, slot: slots };
        assert!(lab.take(Message::Control(place)).is_err());
    }

    #[test]
    fn until_wrong_stops_at_the_first_refusal_and_the_first_late_timer() {
        let mut lab = lab();
        assert!(lab.take(Message::Control(Control::Until { goal: Goal::Wrong(0) })).is_err());
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
        until(&mut lab, goal);
        assert_eq!(field(&mut lab, "/counters/refused"), 1);
        assert_eq!(field(&mut lab, "/problem"), "a timer was refused");
        // Those of one slot are handed out one after the other.
        control(&mut lab, Control::Configure { config: Config::default() });
        for _ in 0..200 {
            start(&mut lab, 100);
        }
        until(&mut lab, Goal::Wrong(2));
        let late = field(&mut lab, "/counters/late_most").as_u64();
        assert!(late >= Some(2), "{late:?}");
        assert_eq!(field(&mut lab, "/problem"), "a timer was handed out late");
    }

    #[test]
    fn until_access_stops_after_the_first_transfer_that_matches() {
        let mut lab = with(Scheme::Scheme6, &[64]);
        for interval in [20, 40, 61] {
            start(&mut lab, interval);
        }
        let second = field(&mut lab, "/timers/1/slot").as_u64().expect("a slot");
        let access = |offset, write, mask, value| Goal::Access(Access { offset, write, mask, value });
        // The slot of an event is in its low bits.
        until(&mut lab, access(offset::EVENT, Some(false), 0x3f, second as u32));
        assert_eq!(field(&mut lab, "/counters/events"), 2);
        assert_eq!(field(&mut lab, "/reached/transfer/offset"), offset::EVENT);
        assert_eq!(field(&mut lab, "/reached/transfer/write"), false);
        assert_eq!(field(&mut lab, "/reached/clock"), field(&mut lab, "/reached/transfer/end"));
        // The host's next write there is that for the third.
        until(&mut lab, access(offset::EVENT_ACK, Some(true), 0, 0));
        assert_eq!(field(&mut lab, "/counters/events"), 3);
        control(&mut lab, Control::Pause {});
        assert!(field(&mut lab, "/reached").is_null());
        let nowhere = access(0x7c, None, 0, 0);
        assert!(lab.take(Message::Control(Control::Until { goal: nowhere })).is_err());
    }

    #[test]
    fn until_error_stops_at_the_access_that_sets_it() {
        let mut lab = with(Scheme::Scheme6, &[64]);
        start(&mut lab, 50);
        control(&mut lab, Control::Until { goal: Goal::Error });
        lab.advance(Duration::from_millis(50), Duration::from_millis(50));
        assert!(lab.is_running());
        // There is no such slot.
        let act = Act::Write { offset: offset::ARM, value: 1 << 10 | 0xffff };
        lab.take(Message::Act(act)).expect("accepted");
        run(&mut lab);
        assert_eq!(field(&mut lab, "/reached/transfer/offset"), offset::ARM);
        assert!(lab.take(Message::Control(Control::Until { goal: Goal::Error })).is_err());
    }

    #[test]
    fn until_full_fifo_stops_at_the_clock_at_which_it_fills() {
        let mut lab = with(Scheme::Scheme6, &[64]);
        for interval in [20, 30, 40] {
            start(&mut lab, interval);
        }
        lab.take(Message::Act(Act::Sleep {})).expect("accepted");
        control(&mut lab, Control::Speed { clocks: 0 });
        until(&mut lab, Goal::FullFifo);
        let clock = lab.clocks();
        assert_eq!(field(&mut lab, "/fifo/level"), 2);
        assert_eq!(field(&mut lab, "/reached/clock"), clock);
        control(&mut lab, Control::See { clock: clock - 1 });
        assert_eq!(field(&mut lab, "/fifo/level"), 1);
        control(&mut lab, Control::Pause {});
        assert!(lab.take(Message::Control(Control::Until { goal: Goal::FullFifo })).is_err());
    }

    #[test]
    fn diagram_tells_what_changes_where_it_changes_and_what_host_and_slot_do() {
        let mut lab = with(Scheme::Scheme6, &[64]);
        control(&mut lab, Control::Diagram { clocks: 400 });
        start(&mut lab, 5);
        let slot = field(&mut lab, "/timers/0/slot").as_u64().expect("a slot") as u32;
        control(&mut lab, Control::Look { wheel: 0, slot });
        until(&mut lab, Goal::Event);
        control(&mut lab, Control::Step { unit: crate::Unit::Tick });
        let diagram = lab.frame(true).expect("a frame").fields["diagram"].clone();
        let list = |name: &str| diagram[name].as_array().expect("a list").clone();
        let (samples, transfers) = (list("samples"), list("transfers"));
        let clock = |it: &serde_json::Value, name| it[name].as_u64().expect("a clock");
        // While the host serves, now goes on and the FIFO empties, within transfers.
        let within = |it: &serde_json::Value| {
            let at = clock(it, "clock");
            transfers.iter().any(|it| clock(it, "begin") < at && at < clock(it, "end"))
        };
        assert!(samples.iter().any(within), "{samples:?}");
        let of = |name: &str| samples.iter().map(|it| it[name].clone()).collect::<Vec<_>>();
        let mut host = of("host");
        host.dedup();
        assert_eq!(host, [json!({ "starts": 1 }), json!("idle"), json!("serves"), json!("idle")]);
        let mut busy = of("busy");
        busy.dedup();
        assert_eq!(busy, [json!(false), json!(true), json!(false)]);
        // What is done again takes as long as it took.
        let lines = field(&mut lab, "/journal");
        let done = lines.as_array().into_iter().flatten();
        let done: Vec<_> = done.flat_map(|it| it["transfers"].as_array().cloned()).flatten().collect();
        assert_eq!(transfers, done);
    }

    #[test]
    fn replay_is_over_within_a_minute_on_the_chip_that_is_chosen() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbench/captures/web-lossy.pcap");
        let mut whole = std::fs::read(path).expect("a capture");
        whole.truncate(whole.len() / 8 + 7);
        let mut lab = lab();
        lab.load(crate::load(&*whole).expect("read")).expect("loaded");
        let said = field(&mut lab, "/offer/doubts/0");
        assert!(said.as_str().is_some_and(|it| it.contains("ends within packet")), "{said}");
        let takes = field(&mut lab, "/offer/takes").as_f64().expect("seconds");
        assert!((1.0..60.0).contains(&takes), "{takes}");
        control(&mut lab, Control::Replay {});
        let mut seconds = 0.0;
        while lab.is_running() {
            lab.advance(Duration::from_millis(100), Duration::from_secs(9));
            seconds += 0.1;
            assert!(seconds < 60.0, "it goes on");
        }
        assert!((takes - 1.0..takes + 1.0).contains(&seconds), "{seconds} of {takes}");
        let done = field(&mut lab, "/replay");
        assert_eq!(done[0], done[1]);
        assert_eq!(field(&mut lab, "/counters/wrong"), 0);
        assert_eq!(field(&mut lab, "/counters/refused"), 0);
    }

    #[test]
    fn lists_of_the_timer_chip_have_its_timers_and_the_steps_their_transfers() {
        let config = Config { beside: true, prescale: 64, ..Config::default() };
        let parts = Rc::new(Reference::new(|| Duration::ZERO, Vec::new()));
        let mut lab = Lab::new(parts, &config, None, None).expect("a laboratory");
        for interval in [90, 90, 20] {
            start(&mut lab, interval);
        }
        let of = |lab: &mut Lab, at: &str| field(lab, at).as_array().expect("a list").clone();
        let lists = of(&mut lab, "/lists/lists");
        let timers: Vec<Vec<u64>> = lists
            .iter()
            .map(|list| {
                let timers = list["timers"].as_array().expect("timers").iter();
                timers.map(|it| it[0].as_u64().expect("a number")).collect()
            })
            .collect();
        assert_eq!(timers, [vec![3], vec![1, 2]]);
        let ahead = |at: usize| lists[at]["ahead"].as_u64().expect("ticks");
        assert!(ahead(0) < ahead(1), "{lists:?}");
        assert_eq!(lists[0]["timers"][0][1], ahead(0));
        until(&mut lab, Goal::Tick(200));
        let steps = of(&mut lab, "/lists/steps");
        let told = |it: &serde_json::Value| json!([it["command"], it["stays"], it["expired"], it["transfers"]]);
        let told: Vec<_> = steps.iter().map(told).collect();
        let none = serde_json::Value::Null;
        let expected = [
            json!([[1, true], [], [], 7]),
            json!([[2, true], [], [], 7]),
            json!([[3, true], [], [], 7]),
            json!([none, [], [3], 6]),
            json!([none, [1, 2], [], 5]),
            json!([none, [], [1, 2], 11]),
        ];
        // The head is read, of each timer two words; one that leaves takes three transfers more.
        assert_eq!(told[..3], expected[..3]);
        for visit in &expected[3..] {
            assert!(told.contains(visit), "{visit} in {told:?}");
        }
        assert_eq!(field(&mut lab, "/beside/expired"), 3);
    }
}
