//! Tests that reach into private parts.

mod invariants;
