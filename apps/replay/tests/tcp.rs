//! TCP's timers: the timeout by the RFC's formulas, and the operations of small connections made by hand.

use std::net::SocketAddr;

use carillon_replay::capture::Segment;
use carillon_replay::tcp::{Estimator, Follower, Intervals, Kind, Owner, Side, TimerService};

/// What the follower asked for: (+ or -, kind, side, interval or 0).
#[derive(Default)]
struct Recorder {
    owners: Vec<Owner>,
    log: Vec<(char, Kind, Side, u64)>,
    running: Vec<bool>,
}

impl TimerService for Recorder {
    fn start(&mut self, owner: Owner, interval: u64) -> u32 {
        self.log.push(('+', owner.kind, owner.side, interval));
        self.owners.push(owner);
        self.running.push(true);
        self.owners.len() as u32 - 1
    }
    fn stop(&mut self, identity: u32) {
        let owner = self.owners[identity as usize];
        assert!(std::mem::take(&mut self.running[identity as usize]), "stopped twice");
        self.log.push(('-', owner.kind, owner.side, 0));
    }
}

impl Recorder {
    /// What was asked for since the last call, without the keep-alive timers.
    fn take(&mut self) -> Vec<(char, Kind, Side, u64)> {
        let log = std::mem::take(&mut self.log);
        log.into_iter().filter(|entry| entry.1 != Kind::KeepAlive).collect()
    }

    /// Lets the one running timer of that kind and side expire.
    fn expire(&mut self, kind: Kind, side: Side, follower: &mut Follower) {
        let identity = (0..self.owners.len())
            .find(|&identity| {
                self.running[identity] && self.owners[identity].kind == kind && self.owners[identity].side == side
            })
            .expect("such a timer runs");
        self.running[identity] = false;
        follower.expire(self.owners[identity], self);
    }
}

/// A segment of the client (`true`) or the server.
fn segment(client: bool, tick: u64, flags: &str, sequence: u32, acknowledgement: u32, payload: u32) -> Segment {
    let ends: [SocketAddr; 2] = ["10.0.0.1:1000".parse().unwrap(), "10.0.0.2:80".parse().unwrap()];
    Segment {
        tick,
        source: ends[usize::from(!client)],
        destination: ends[usize::from(client)],
        vlans: 0,
        sequence,
        acknowledgement: flags.contains('A').then_some(acknowledgement),
        syn: flags.contains('S'),
        fin: flags.contains('F'),
        rst: flags.contains('R'),
        payload,
    }
}

/// A connection that is established: the client has sent up to 101, the server up to 501.
fn established() -> (Follower, Recorder) {
    let (mut follower, mut recorder) = (Follower::new(Intervals::default()), Recorder::default());
    follower.segment(&segment(true, 0, "S", 100, 0, 0), &mut recorder);
    follower.segment(&segment(false, 10, "SA", 500, 101, 0), &mut recorder);
    follower.segment(&segment(true, 20, "A", 101, 501, 0), &mut recorder);
    (follower, recorder)
}

use Kind::{DelayedAcknowledgement, KeepAlive, Retransmission, TimeWait};
use Side::{First, Second};

#[test]
fn estimator_follows_the_formulas_of_rfc_6298() {
    let intervals = Intervals { retransmission_minimum: 1, ..Intervals::default() };
    let mut estimator = Estimator::new(&intervals);
    assert_eq!(estimator.timeout(), 1_000_000);
    estimator.measure(100_000); // SRTT 100,000, RTTVAR 50,000
    assert_eq!(estimator.timeout(), 300_000);
    estimator.measure(180_000); // RTTVAR 37,500 + 20,000, SRTT 87,500 + 22,500
    assert_eq!((estimator.smoothed_round_trip(), estimator.timeout()), (Some(110_000), 340_000));
    estimator.measure(60_000); // RTTVAR 43,125 + 12,500, SRTT 96,250 + 7,500
    assert_eq!((estimator.smoothed_round_trip(), estimator.timeout()), (Some(103_750), 326_250));
    estimator.back_off();
    assert_eq!(estimator.timeout(), 652_500);
}

#[test]
fn estimator_stays_between_one_and_sixty_seconds() {
    let mut estimator = Estimator::new(&Intervals::default());
    estimator.measure(50_000);
    assert_eq!(estimator.timeout(), 1_000_000);
    let timeouts: Vec<_> = (0..7)
        .map(|_| {
            estimator.back_off();
            estimator.timeout() / 1_000_000
        })
        .collect();
    assert_eq!(timeouts, [2, 4, 8, 16, 32, 60, 60]);
    estimator.measure(50_000);
    assert_eq!(estimator.timeout(), 1_000_000);
}

#[test]
fn connection_handshake_runs_one_retransmission_timer_each() {
    let (_, mut recorder) = established();
    let keep_alive = recorder.log.iter().filter(|entry| entry.1 == KeepAlive).count();
    assert_eq!(
        recorder.take(),
        [
            ('+', Retransmission, First, 1_000_000),
            ('+', Retransmission, Second, 1_000_000),
            ('-', Retransmission, First, 0),
            ('-', Retransmission, Second, 0),
        ]
    );
    // The client's at the second segment, then both at the third: the client's is stopped and started.
    assert_eq!(keep_alive, 4);
}

#[test]
fn retransmission_restarts_on_each_acknowledgement_and_stops_on_the_last() {
    let (mut follower, mut recorder) = established();
    recorder.take();
    follower.segment(&segment(true, 100, "A", 101, 501, 50), &mut recorder);
    follower.segment(&segment(true, 101, "A", 151, 501, 50), &mut recorder);
    recorder.take();
    follower.segment(&segment(false, 200, "A", 501, 151, 0), &mut recorder);
    assert_eq!(
        recorder.take(),
        [
            ('-', DelayedAcknowledgement, Second, 0),
            ('-', Retransmission, First, 0),
            ('+', Retransmission, First, 1_000_000)
        ]
    );
    // A duplicate changes nothing.
    follower.segment(&segment(false, 201, "A", 501, 151, 0), &mut recorder);
    assert_eq!(recorder.take(), []);
    follower.segment(&segment(false, 300, "A", 501, 201, 0), &mut recorder);
    assert_eq!(recorder.take(), [('-', Retransmission, First, 0)]);
}

#[test]
fn retransmission_that_expires_backs_off_until_acknowledged() {
    let (mut follower, mut recorder) = established();
    follower.segment(&segment(true, 100, "A", 101, 501, 50), &mut recorder);
    recorder.take();
    recorder.expire(Retransmission, First, &mut follower);
    recorder.expire(Retransmission, First, &mut follower);
    assert_eq!(recorder.take(), [('+', Retransmission, First, 2_000_000), ('+', Retransmission, First, 4_000_000)]);
    // Karn: the segment was sent again, so its acknowledgement measures nothing, and the back-off stays.
    follower.segment(&segment(true, 3_000_100, "A", 101, 501, 50), &mut recorder);
    follower.segment(&segment(true, 3_000_200, "A", 151, 501, 50), &mut recorder);
    follower.segment(&segment(false, 3_000_300, "A", 501, 151, 0), &mut recorder);
    let restarted = recorder.take();
    assert_eq!(restarted.last(), Some(&('+', Retransmission, First, 4_000_000)));
}

#[test]
fn retransmission_gives_up_after_the_last_try() {
    let (mut follower, mut recorder) = established();
    follower.segment(&segment(true, 100, "A", 101, 501, 50), &mut recorder);
    for _ in 0..16 {
        recorder.expire(Retransmission, First, &mut follower);
    }
    assert!(!recorder.owners.iter().zip(&recorder.running).any(|(owner, running)| *running && owner.side == First));
}

#[test]
fn delayed_acknowledgement_starts_with_data_and_stops_when_data_go_out() {
    let (mut follower, mut recorder) = established();
    recorder.take();
    follower.segment(&segment(true, 100, "A", 101, 501, 50), &mut recorder);
    assert_eq!(
        recorder.take(),
        [('+', Retransmission, First, 1_000_000), ('+', DelayedAcknowledgement, Second, 40_000)]
    );
    follower.segment(&segment(false, 200, "A", 501, 151, 30), &mut recorder);
    assert_eq!(
        recorder.take(),
        [
            ('-', DelayedAcknowledgement, Second, 0),
            ('+', Retransmission, Second, 1_000_000),
            ('-', Retransmission, First, 0),
            ('+', DelayedAcknowledgement, First, 40_000),
        ]
    );
    // Out of order: acknowledged at once.
    recorder.expire(DelayedAcknowledgement, First, &mut follower);
    follower.segment(&segment(false, 300, "A", 999, 151, 30), &mut recorder);
    assert_eq!(recorder.take(), []);
}

#[test]
fn keep_alive_restarts_with_every_segment_and_probes_nine_times() {
    let (mut follower, mut recorder) = established();
    recorder.log.clear();
    follower.segment(&segment(true, 100, "A", 101, 501, 0), &mut recorder);
    let hours = 7_200_000_000;
    assert_eq!(
        recorder.log,
        [
            ('-', KeepAlive, First, 0),
            ('+', KeepAlive, First, hours),
            ('-', KeepAlive, Second, 0),
            ('+', KeepAlive, Second, hours)
        ]
    );
    recorder.log.clear();
    for _ in 0..10 {
        recorder.expire(KeepAlive, First, &mut follower);
    }
    assert_eq!(recorder.log, [('+', KeepAlive, First, 75_000_000); 9]);
}

#[test]
fn close_leaves_2_msl_on_the_side_that_closed_first() {
    let (mut follower, mut recorder) = established();
    recorder.take();
    follower.segment(&segment(true, 100, "FA", 101, 501, 0), &mut recorder);
    follower.segment(&segment(false, 200, "FA", 501, 102, 0), &mut recorder);
    follower.segment(&segment(true, 300, "A", 102, 502, 0), &mut recorder);
    let running: Vec<_> = recorder
        .owners
        .iter()
        .zip(&recorder.running)
        .filter(|pair| *pair.1)
        .map(|pair| (pair.0.kind, pair.0.side))
        .collect();
    assert_eq!(running, [(TimeWait, First)]);
    assert!(recorder.take().contains(&('+', TimeWait, First, 60_000_000)));
    // The peer's FIN once more: the wait begins anew.
    follower.segment(&segment(false, 400, "FA", 501, 102, 0), &mut recorder);
    assert_eq!(recorder.take(), [('-', TimeWait, First, 0), ('+', TimeWait, First, 60_000_000)]);
    // A new connection of the same ports ends it.
    follower.segment(&segment(true, 500, "S", 9_000, 0, 0), &mut recorder);
    assert_eq!(recorder.take(), [('-', TimeWait, First, 0), ('+', Retransmission, First, 1_000_000)]);
    assert_eq!(follower.into_ends().len(), 2);
}

#[test]
fn reset_stops_every_timer() {
    let (mut follower, mut recorder) = established();
    follower.segment(&segment(true, 100, "A", 101, 501, 50), &mut recorder);
    follower.segment(&segment(false, 110, "R", 501, 0, 0), &mut recorder);
    assert!(!recorder.running.contains(&true));
}

#[test]
fn sequence_numbers_wrap() {
    let (mut follower, mut recorder) = (Follower::new(Intervals::default()), Recorder::default());
    let near = u32::MAX - 9;
    follower.segment(&segment(true, 0, "A", near, 1, 30), &mut recorder);
    recorder.take();
    follower.segment(&segment(false, 10, "A", 1, near.wrapping_add(10), 0), &mut recorder);
    assert_eq!(recorder.take().last(), Some(&('+', Retransmission, First, 1_000_000)));
    follower.segment(&segment(false, 20, "A", 1, near.wrapping_add(30), 0), &mut recorder);
    assert_eq!(recorder.take(), [('-', Retransmission, First, 0)]);
}
