//! The oracle on its own.

use super::{Oracle, OracleError};

#[test]
fn oracle_timers_of_one_tick_expire_in_order_of_identity() {
    let mut oracle = Oracle::new();
    for (identity, due) in [(0, 30), (1, 10), (2, 30), (3, 20)] {
        oracle.start(identity, due).unwrap();
    }
    assert_eq!(oracle.next(), Some((10, 1)));
    assert_eq!(oracle.outstanding().collect::<Vec<_>>(), [(10, 1), (20, 3), (30, 0), (30, 2)]);
    let expired: Vec<_> = std::iter::from_fn(|| oracle.expire(30)).collect();
    assert_eq!(expired, [(10, 1), (20, 3), (30, 0), (30, 2)]);
    assert!(oracle.is_empty());
}

#[test]
fn oracle_before_the_due_tick_expires_nothing() {
    let mut oracle = Oracle::new();
    oracle.start(7, u64::MAX).unwrap();
    oracle.start(8, 100).unwrap();
    assert_eq!(oracle.expire(99), None);
    assert_eq!(oracle.expire(100), Some((100, 8)));
    assert_eq!(oracle.expire(u64::MAX - 1), None);
    assert_eq!(oracle.len(), 1);
}

#[test]
fn oracle_stopped_timer_never_expires_and_is_refused_a_second_time() {
    let mut oracle = Oracle::new();
    oracle.start(1, 5).unwrap();
    oracle.start(2, 5).unwrap();
    assert_eq!(oracle.start(1, 5), Err(OracleError::AlreadyOutstanding));
    assert_eq!(oracle.stop(1, 5), Ok(()));
    assert_eq!(oracle.stop(1, 5), Err(OracleError::NotOutstanding));
    assert_eq!(oracle.stop(2, 6), Err(OracleError::NotOutstanding));
    assert_eq!(oracle.expire(5), Some((5, 2)));
    assert_eq!(oracle.expire(5), None);
}
