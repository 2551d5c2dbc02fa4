//! The queues for a page, as WebAssembly: C functions. What comes out as numbers is at [`output`] until the next call;
//! the function that made them returns how many there are.

use std::cell::RefCell;

use super::{Living, Load, Scheme, Spread, cost};

/// A queue of the page's, and its random intervals.
type Figure = (Living, Load);

#[derive(Default)]
struct Place {
    figures: Vec<Figure>,
    output: Vec<f64>,
}

thread_local! {
    static PLACE: RefCell<Place> = RefCell::default();
}

/// Calls `act` with the queue `id`; `otherwise` if there is none.
fn with<R>(id: u32, otherwise: R, act: impl FnOnce(&mut Figure, &mut Vec<f64>) -> R) -> R {
    PLACE.with_borrow_mut(|place| {
        let at = usize::try_from(id).ok();
        match at.and_then(|at| place.figures.get_mut(at)) {
            Some(figure) => act(figure, &mut place.output),
            None => otherwise,
        }
    })
}

fn spread_of(number: u32) -> Spread {
    match number {
        0 => Spread::Equal,
        1 => Spread::Uniform,
        _ => Spread::Exponential,
    }
}

/// Where the last output is.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const f64 {
    PLACE.with_borrow(|place| place.output.as_ptr())
}

/// Makes the queue `id` anew, or one more if it is how many there are. 0 if there is no such queue.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn make(id: u32, scheme: u32, slots: u32, wheels: u32, seed: u32) -> u32 {
    let Some(queue) = Scheme::numbered(scheme, slots, wheels).and_then(Scheme::queue) else {
        return 0;
    };
    PLACE.with_borrow_mut(|place| {
        let figure = (queue, Load::new(seed));
        match usize::try_from(id) {
            Ok(at) if at < place.figures.len() => place.figures[at] = figure,
            Ok(at) if at == place.figures.len() => place.figures.push(figure),
            _ => return 0,
        }
        1
    })
}

/// Starts a timer; 0 if it is refused.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn start(id: u32, interval: u32, name: u32) -> u32 {
    with(id, 0, |it, _| it.0.start(interval.into(), name).into())
}

/// Stops a timer; 0 if it is not outstanding.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn stop(id: u32, name: u32) -> u32 {
    with(id, 0, |it, _| it.0.stop(name).into())
}

/// Goes on by so many ticks. Puts out name and tick of each timer that expires.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn advance(id: u32, ticks: u32) -> usize {
    with(id, 0, |(queue, _), output| {
        let expired = queue.advance(ticks.into()).into_iter();
        *output = expired.flat_map(|(name, due)| [name.into(), due as f64]).collect();
        output.len()
    })
}

/// Puts out the tick, the timers outstanding, the timers examined, moved and searched so far, and the longest interval.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn counts(id: u32) -> usize {
    with(id, 0, |(queue, _), output| {
        let counts = queue.counts();
        let longest = queue.longest();
        let numbers = [counts.examined, counts.migrated, counts.searched, longest];
        *output = vec![queue.now() as f64, queue.outstanding() as f64];
        output.extend(numbers.map(|number| number as f64));
        output.len()
    })
}

/// Puts out name, tick, slot, name of the timer above and side of that (1: right) of each timer; -1 for none.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn places(id: u32) -> usize {
    with(id, 0, |(queue, _), output| {
        let each = queue.places().into_iter();
        *output = each
            .flat_map(|it| {
                let (above, right) = it.above.map_or((-1.0, -1.0), |(above, right)| (above.into(), right.into()));
                let slot = it.slot.map_or(-1.0, f64::from);
                [it.name.into(), it.due as f64, slot, above, right]
            })
            .collect();
        output.len()
    })
}

/// An interval for the queue.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn draw(id: u32, spread: u32, mean: u32) -> u32 {
    with(id, 1, |(queue, load), _| {
        let interval = load.draw(spread_of(spread), mean.into(), queue.longest());
        u32::try_from(interval).unwrap_or(u32::MAX)
    })
}

/// 1 if the queue's own check of its invariants finds nothing.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn sound(id: u32) -> u32 {
    with(id, 0, |(queue, _), _| queue.is_sound().into())
}

/// What a load costs a queue of its own. Puts out timers that a start and a tick look at and a tick moves, timers that
/// expire in a tick, and the most that a tick has looked at.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn measure(scheme: u32, slots: u32, wheels: u32, timers: u32, spread: u32, mean: u32) -> usize {
    let cost =
        Scheme::numbered(scheme, slots, wheels).and_then(|scheme| cost(scheme, timers, spread_of(spread), mean.into()));
    PLACE.with_borrow_mut(|place| {
        place.output = cost.map_or_else(Vec::new, |it| vec![it.start, it.tick, it.moved, it.expired, it.most]);
        place.output.len()
    })
}
