//! The second pass: the operations at their ticks, the interrupts, and the comparison.

use std::time::Instant;

use super::{Action, Checker, Difference, Expiry, Host, Outcome, Reader, Schedule};

/// Clocks between two calls of the progress function, at most, unless a tick has more.
const PROGRESS_CLOCKS: u64 = 1 << 18;

/// Ticks between two questions whether the chip has caught up, unless it interrupts.
const BEHIND_TICKS: u64 = 16;

/// How the host behaves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// 0: the host services its interrupt as soon as the line rises. Otherwise it keeps the interrupt masked for this
    /// many ticks each time, and then services it until the chip's cursor has caught up.
    pub service_every: u64,
}

/// Carries out `schedule` on `host` and compares. `progress` is called now and then with the tick reached.
///
/// An operation is carried out at its tick, or as soon after it as the bus has carried out those before it;
/// [`Outcome::behind_maximum`] tells by how many ticks at most.
///
/// # Errors
/// Those of the host. Differences from the oracle are no errors but part of the outcome.
pub fn drive<H: Host>(
    schedule: &Schedule,
    host: &mut H,
    options: Options,
    progress: &mut dyn FnMut(u64),
) -> Result<Outcome, H::Error> {
    let begun = Instant::now();
    let mut run = Run {
        host,
        options,
        next_look: options.service_every,
        attentive: false,
        checker: Checker::new(),
        expired: Vec::new(),
        interrupts: Vec::new(),
        progress,
    };
    let mut behind_maximum = 0;
    let mut reader = Reader::default();
    while let Some(event) = schedule.next(&mut reader) {
        let timer = event.timer.timer;
        if event.action == Action::Expire {
            run.checker.expire(timer);
            continue;
        }
        run.go_to(event.tick)?;
        behind_maximum = behind_maximum.max(run.host.now().saturating_sub(event.tick));
        if event.action == Action::Start {
            run.host.start(timer, event.timer.due)?;
            let late = run.host.now() >= event.timer.due;
            run.checker.start(&event.timer, late);
        } else {
            let held = run.host.stop(timer)?;
            run.checker.stop(timer, event.tick, held);
        }
    }
    // A timer that was started when it was due already may wait for a tick or two.
    let end = schedule.end.max(run.host.now().saturating_add(2));
    run.go_to(end)?;
    let ticks = run.host.now();
    while run.host.finish()? {
        run.service()?;
    }
    run.checker.finish();
    let cost = run.host.cost();
    let seconds = begun.elapsed().as_secs_f64();

    // What the oracle says is outstanding, the driver must hold, and nothing else.
    let outstanding = reader.running();
    for timer in &outstanding {
        let held = run.host.stop(timer.timer)?;
        run.checker.outstanding(timer.timer, schedule.end, held);
    }
    if run.host.outstanding() != 0 {
        run.checker.differ(Difference::LeftOver { timers: run.host.outstanding() });
    }
    let Run { mut checker, interrupts, .. } = run;
    checker.delays.sort_unstable();
    Ok(Outcome {
        expired: checker.expired,
        wrong: checker.wrong,
        lost: checker.lost,
        raced: checker.raced,
        differences: checker.differences,
        outstanding_at_end: outstanding.len() as u64,
        interrupts,
        delays: checker.delays,
        behind_maximum,
        ticks,
        cost,
        seconds,
    })
}

/// A replay that is going on.
struct Run<'a, H> {
    host: &'a mut H,
    options: Options,
    /// The tick at which the host looks at the interrupt line next, where it does so only now and then.
    next_look: u64,
    /// Whether it services its interrupt just now, where it does so only now and then.
    attentive: bool,
    checker: Checker,
    /// Reports not compared yet; kept so that its memory is used again.
    expired: Vec<Expiry>,
    /// When the host was interrupted.
    interrupts: Vec<u64>,
    progress: &'a mut dyn FnMut(u64),
}

impl<H: Host> Run<'_, H> {
    /// Lets time pass up to `tick`, with every interrupt on the way. Where `tick` is past already, the operation that
    /// waits goes first, and the interrupt line is looked at afterwards.
    fn go_to(&mut self, tick: u64) -> Result<(), H::Error> {
        let step = (PROGRESS_CLOCKS / self.host.clocks_per_tick().max(1)).max(1);
        while self.host.now() < tick {
            let next = tick.min((self.host.now() / step + 1) * step);
            if self.options.service_every == 0 {
                if self.host.run_until_interrupt(next)? {
                    self.service()?;
                }
            } else if !self.attentive {
                self.host.run_to(next.min(self.next_look))?;
                self.attentive = self.host.now() >= self.next_look;
            } else if self.host.is_interrupted() {
                self.service()?;
            } else if self.host.is_behind()? {
                self.host.run_until_interrupt(self.host.now() + BEHIND_TICKS)?;
            } else {
                self.attentive = false;
                self.next_look = (self.host.now() / self.options.service_every + 1) * self.options.service_every;
            }
            if next < tick {
                (self.progress)(next);
            }
        }
        Ok(())
    }

    /// The interrupt service routine.
    fn service(&mut self) -> Result<(), H::Error> {
        self.interrupts.push(self.host.now());
        self.host.service(&mut self.expired)?;
        self.check();
        Ok(())
    }

    /// Compares what was reported.
    fn check(&mut self) {
        for expiry in self.expired.drain(..) {
            self.checker.expiry(expiry);
        }
    }
}
