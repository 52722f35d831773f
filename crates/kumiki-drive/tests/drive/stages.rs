//! Work from stage to stage.

use kumiki_drive::Run;
use kumiki_model::StoppedBy;
use kumiki_search::{Fuel, Progress, Stages, Turn};
use kumiki_trial::TestHost;
use std::sync::atomic::{AtomicU64, Ordering};

/// Stage k adds up the numbers below 3k, each once, in units; then it counts to 100 by itself.
struct Sums {
    stage: u64,
    stages: u64,
    sum: AtomicU64,
    is_alone: bool,
    alone: u64,
}

impl Sums {
    fn new(stages: u64) -> Self {
        Self { stage: 0, stages, sum: AtomicU64::new(0), is_alone: false, alone: 0 }
    }
}

impl Stages for Sums {
    type Answer = (u64, u64);

    fn unit_count(&self) -> usize {
        if self.is_alone { 0 } else { usize::try_from(3 * self.stage).expect("small") }
    }

    fn work(&self, unit: usize) -> u64 {
        self.sum.fetch_add(unit as u64, Ordering::Relaxed);
        1
    }

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<(u64, u64)> {
        self.is_alone = true;
        loop {
            if !fuel.burn() {
                return Turn::Going;
            }
            self.alone += 1;
            if self.alone.is_multiple_of(100) {
                break;
            }
        }
        (self.is_alone, self.stage) = (false, self.stage + 1);
        if self.stage < self.stages {
            Turn::Going
        } else {
            Turn::Done((*self.sum.get_mut(), self.alone))
        }
    }

    fn progress(&self) -> Progress {
        Progress { done: self.stage, all: self.stages, note: format!("stage {}", self.stage) }
    }
}

#[test]
fn every_unit_of_every_stage_runs_once_whatever_the_number_of_threads() {
    let expected: u64 = (0..40).map(|stage| (0..3 * stage).sum::<u64>()).sum();
    for threads in [1, 2, 3, 7] {
        let host = TestHost::new(threads);
        let answer = Run::new(&host).stages_anew("sums", &mut Sums::new(40));
        assert_eq!(answer, Ok((expected, 4000)), "{threads} threads");
        let heard = host.heard();
        assert!(heard.iter().any(|line| line.starts_with("sums: stage ")), "{heard:?}");
    }
}

#[test]
fn work_without_end_is_stopped() {
    for threads in [1, 3] {
        for patience in [0, 1, 7, 50] {
            let host = TestHost::patient(threads, patience);
            let answer = Run::new(&host).stages_anew("sums", &mut Sums::new(u64::MAX));
            assert_eq!(answer, Err(StoppedBy::Interrupt), "{threads} threads");
        }
    }
}
