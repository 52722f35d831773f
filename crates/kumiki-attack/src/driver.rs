//! Who asks next: every attack gets the same share of the time, whatever its questions cost.

use crate::attack::{AnyAttack, Finding};
use crate::program::Program;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a finding may be made smaller.
const SHRINKING: Duration = Duration::from_secs(60);

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) time: Duration,
    /// Questions of each attack.
    pub(crate) questions: u64,
    /// Findings of all attacks together.
    pub(crate) findings: usize,
}

/// What an attack has done so far.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    /// Questions asked, those included that are being asked.
    pub(crate) asked: u64,
    /// Questions with a wrong answer.
    pub(crate) found: u64,
    /// The time that its answered questions took.
    spent: Duration,
    /// How many of its questions are being asked.
    busy: u32,
}

impl Tally {
    /// The time it will have taken when its questions at hand are answered, if they take as long as
    /// the others.
    fn due(&self) -> Duration {
        let answered = self.asked - u64::from(self.busy);
        let mean = self.spent.checked_div(u32::try_from(answered).unwrap_or(u32::MAX));
        self.spent + mean.unwrap_or(Duration::from_millis(1)) * self.busy
    }
}

/// What the threads share.
struct Shared {
    tallies: Vec<Tally>,
    findings: usize,
}

/// Asks questions with seeds from `first` on, on several threads, until a limit is reached.
///
/// Question `n` of every attack has the seed `first + n`, whichever thread asks it and when.
pub(crate) fn drive(
    attacks: &[Box<dyn AnyAttack>],
    first: u64,
    limits: Limits,
    threads: usize,
    program: &Program,
    report: &(dyn Fn(&Finding) + Sync),
) -> Vec<Tally> {
    let start = Instant::now();
    let shared = Mutex::new(Shared { tallies: vec![Tally::default(); attacks.len()], findings: 0 });
    let locked = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || {
        let mut shared = locked();
        if start.elapsed() >= limits.time || shared.findings >= limits.findings {
            return None;
        }
        let open = (0..attacks.len()).filter(|at| shared.tallies[*at].asked < limits.questions);
        let at = open.min_by_key(|at| (shared.tallies[*at].due(), shared.tallies[*at].asked))?;
        let tally = &mut shared.tallies[at];
        tally.asked += 1;
        tally.busy += 1;
        Some((at, first.wrapping_add(tally.asked - 1)))
    };
    let work = || {
        while let Some((at, seed)) = next() {
            let asked = Instant::now();
            let finding = attacks[at].attempt(seed, SHRINKING, program);
            let mut shared = locked();
            shared.tallies[at].busy -= 1;
            shared.tallies[at].spent += asked.elapsed();
            if let Some(finding) = finding {
                shared.tallies[at].found += 1;
                shared.findings += 1;
                report(&finding);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    shared.into_inner().unwrap_or_else(PoisonError::into_inner).tallies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::{Attack, Recipe};
    use fastrand::Rng;
    use std::path::PathBuf;

    /// Finds a fault in every number from a bound on.
    struct Numbers {
        bound: u64,
        pause: Duration,
    }

    impl Attack for Numbers {
        type Case = u64;

        fn name(&self) -> &'static str {
            "numbers"
        }

        fn draw(&self, lot: &mut Rng) -> u64 {
            lot.u64(..1000)
        }

        fn examine(&self, case: &u64, _: &Program) -> Result<(), String> {
            std::thread::sleep(self.pause);
            if *case < self.bound { Ok(()) } else { Err(format!("{case} is large")) }
        }

        fn smaller(&self, case: &u64) -> Vec<u64> {
            if *case == 0 { vec![] } else { vec![case / 2, case - 1] }
        }

        fn recipe(&self, case: &u64) -> Recipe {
            Recipe { files: Vec::new(), commands: vec![vec![case.to_string()]] }
        }
    }

    fn program() -> Program {
        Program::new(PathBuf::from("none"))
    }

    #[test]
    fn a_finding_is_as_small_as_it_can_be_and_its_seed_repeats_it() {
        let attacks: Vec<Box<dyn AnyAttack>> =
            vec![Box::new(Numbers { bound: 70, pause: Duration::ZERO })];
        let limits = Limits { time: Duration::from_secs(60), questions: 100, findings: 1 };
        let seen = Mutex::new(Vec::new());
        let report = |finding: &Finding| seen.lock().expect("no panics").push(finding.clone());
        let tallies = drive(&attacks, 17, limits, 1, &program(), &report);
        let seen = seen.into_inner().expect("no panics");
        assert_eq!((tallies[0].found, seen.len()), (1, 1));
        assert_eq!(seen[0].fault, "70 is large");
        assert_eq!(seen[0].recipe.commands, [["70"]]);
        let again = attacks[0].attempt(seen[0].seed, SHRINKING, &program()).expect("the same seed");
        assert_eq!(again.fault, seen[0].fault);
    }

    #[test]
    fn slow_questions_are_asked_less_often() {
        let slow = Numbers { bound: 1000, pause: Duration::from_millis(20) };
        let fast = Numbers { bound: 1000, pause: Duration::from_micros(100) };
        let attacks: Vec<Box<dyn AnyAttack>> = vec![Box::new(slow), Box::new(fast)];
        let limits = Limits { time: Duration::from_millis(400), questions: u64::MAX, findings: 1 };
        let tallies = drive(&attacks, 0, limits, 2, &program(), &|_| ());
        assert!(tallies[0].asked >= 1, "{tallies:?}");
        assert!(tallies[1].asked > 2 * tallies[0].asked, "{tallies:?}");
    }

    #[test]
    fn the_number_of_questions_is_a_limit_too() {
        let attacks: Vec<Box<dyn AnyAttack>> =
            vec![Box::new(Numbers { bound: 0, pause: Duration::ZERO })];
        let limits = Limits { time: Duration::from_secs(60), questions: 3, findings: 9 };
        let tallies = drive(&attacks, 5, limits, 2, &program(), &|_| ());
        assert_eq!((tallies[0].asked, tallies[0].found), (3, 3));
    }
}
