//! What a driver does, with the clocks at which it does it, for a wave.

/// Something that a driver does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriverEvent {
    /// START_TIMER is over for this timer.
    Start(u32),
    /// STOP_TIMER is over for this timer.
    Stop(u32),
    /// The interrupt routine begins.
    ServiceBegins,
    /// It hands this timer out.
    Expiry(u32),
    /// It ends.
    ServiceEnds,
}

/// The events of a driver, with their clocks, once they are recorded. 16 bytes of memory each.
#[derive(Debug, Clone, Default)]
pub struct DriverEvents(Option<Vec<(u64, DriverEvent)>>);

impl DriverEvents {
    /// Records from now on.
    pub fn begin(&mut self) {
        self.0 = Some(Vec::new());
    }

    /// Takes note of an event at this clock, which is not before that of the last one, if there is a record.
    pub fn note(&mut self, clock: u64, event: DriverEvent) {
        if let Some(events) = &mut self.0 {
            events.push((clock, event));
        }
    }

    /// Ends the record, and gives it out.
    pub fn end(&mut self) -> Vec<(u64, DriverEvent)> {
        self.0.take().unwrap_or_default()
    }
}
