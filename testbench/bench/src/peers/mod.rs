//! The timer queues of Rust's registry, and what can be made of the standard library's collections, each as its users
//! would use it.

pub mod delay_queue;
pub mod hash_wheel;
pub mod lazy_heap;
pub mod nexus;
pub mod timer_queue;
pub mod tm_wheel;
pub mod tree;

pub use delay_queue::TokioDelayQueue;
pub use hash_wheel::HashWheel;
pub use lazy_heap::LazyHeap;
pub use nexus::NexusWheel;
pub use timer_queue::TimerQueueCrate;
pub use tm_wheel::TmWheel;
pub use tree::{TreeMap, TreeSet};
