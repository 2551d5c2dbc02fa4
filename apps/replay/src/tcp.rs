//! Which timers the two hosts of each TCP connection in a capture would run.
//!
//! Both endpoints of a connection are modelled. The times of the packets at the capture point are taken for the times
//! at both hosts, and what the capture saw is taken as delivered. All times are in ticks.
//!
//! Timers react to expiries: a retransmission timer that expires backs off and starts again, until its data are
//! acknowledged or the endpoint gives up. So the operations follow from the packets *and* from when timers expire.

mod connection;
mod endpoint;
mod follower;
mod rto;
mod sequence;
mod timers;

pub use connection::{Connection, Side};
pub use endpoint::{Endpoint, State};
pub use follower::Follower;
pub use rto::Estimator;
pub use sequence::Sequence;
pub use timers::{Intervals, Kind, Owner, TimerService};
