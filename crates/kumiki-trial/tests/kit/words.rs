//! A space to search, with planted faults: the binary words without two ones in a row.

use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, Step};
use kumiki_trial::{Nodes, check_space, check_threads, check_walks};

/// What an engine may do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// Nothing.
    None,
    /// Begins anew after its end.
    Endless,
    /// Asks for fuel that nobody has.
    Insatiable,
    /// Forgets a node when it is paused.
    ForgetsAtPauses,
    /// Does nothing with little fuel.
    Lazy,
    /// Pauses before the fuel is gone.
    Early,
    /// Names choices in another order than it tries them.
    CutsBackwards,
    /// Does not count the nodes that it cuts off.
    CutsWithoutCounting,
    /// Finds nothing below a solution.
    MissesLeaves,
    /// Leaves the solution that was just shown.
    LeavesWhatWasShown,
    /// Forgets the last node that is left.
    ForgetsWhatIsLeft,
    /// Names what is left in the wrong order.
    LeavesBackwards,
    /// Counts what is left twice.
    CountsTwice,
    /// Says what is left, and searches it, too.
    GoesOn,
    /// Gives up nothing but its beginning.
    BeginsAnew,
    /// Has structures that are not what they should be at words of length two.
    Unsound,
}

struct Words {
    length: usize,
    fault: Fault,
    /// Whether they are counted instead of shown.
    counts: bool,
}

struct Walk {
    length: usize,
    fault: Fault,
    counts: bool,
    prefix: Vec<u32>,
    /// Nodes that are counted and not visited, the last first.
    waiting: Vec<Vec<u32>>,
    word: Vec<u32>,
    counted: u64,
    profile: Profile,
}

fn bits(word: &[u32]) -> Vec<u32> {
    if word.last() == Some(&1) { vec![0] } else { vec![0, 1] }
}

fn longer(word: &[u32], bit: u32) -> Vec<u32> {
    word.iter().copied().chain([bit]).collect()
}

impl Space for Words {
    type Search<'s> = Walk;

    fn begin(&self, prefix: &Prefix) -> Walk {
        let &Self { length, fault, counts } = self;
        let prefix = prefix.choices().to_vec();
        let is_missed = fault == Fault::MissesLeaves && prefix.len() == length;
        let waiting = if is_missed { vec![] } else { vec![prefix.clone()] };
        let (word, profile) = (vec![], Profile::new(&["ones"]));
        Walk { length, fault, counts, prefix, waiting, word, counted: 0, profile }
    }

    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion {
        if prefix.len() == self.length {
            return Expansion::Solution;
        }
        let mut choices = bits(prefix.choices());
        if self.fault != Fault::CutsWithoutCounting {
            count(profile, prefix.len() + 1, &choices);
        }
        if self.fault == Fault::CutsBackwards {
            choices.reverse();
        }
        Expansion::Choices(choices)
    }
}

fn count(profile: &mut Profile, depth: usize, bits: &[u32]) {
    let level = profile.level(depth);
    level.nodes += bits.len() as u64;
    level.tallies[0] += bits.iter().map(|bit| u64::from(*bit)).sum::<u64>();
}

impl Search for Walk {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        if self.fault == Fault::Lazy && fuel.0 < 3 {
            fuel.0 = 0;
            return Step::OutOfFuel;
        }
        while let Some(word) = self.waiting.pop() {
            if !fuel.burn() {
                if self.fault != Fault::ForgetsAtPauses {
                    self.waiting.push(word);
                }
                return Step::OutOfFuel;
            }
            let is_complete = word.len() == self.length;
            let bits = if is_complete { vec![] } else { bits(&word) };
            if !is_complete {
                count(&mut self.profile, word.len() + 1, &bits);
            }
            self.waiting.extend(bits.into_iter().rev().map(|bit| longer(&word, bit)));
            self.word = word;
            if is_complete && !self.counts {
                return Step::Solution;
            }
            self.counted += u64::from(is_complete);
            if self.fault == Fault::Early && self.word.len() == 2 && (1..9).contains(&fuel.0) {
                return Step::OutOfFuel;
            }
        }
        match self.fault {
            Fault::Endless => self.waiting = vec![self.prefix.clone()],
            Fault::Insatiable => return Step::OutOfFuel,
            _ => {}
        }
        Step::Exhausted
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        let mut rest: Vec<Prefix> = self.waiting.iter().rev().cloned().map(Prefix::from).collect();
        match self.fault {
            Fault::LeavesWhatWasShown if self.word.len() == self.length && !rest.is_empty() => {
                rest.insert(0, Prefix::from(self.word.clone()));
            }
            Fault::ForgetsWhatIsLeft if rest.len() > 2 => rest.truncate(2),
            Fault::LeavesBackwards => rest.reverse(),
            Fault::CountsTwice => rest.iter().for_each(|prefix| {
                self.profile.level(prefix.len()).nodes += 1;
            }),
            Fault::GoesOn => return rest,
            Fault::BeginsAnew if !rest.is_empty() => {
                rest = vec![Prefix::from(self.prefix.clone())];
            }
            _ => {}
        }
        self.waiting.clear();
        rest
    }

    fn counted(&self) -> u64 {
        self.counted
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn audit(&self) -> Result<(), String> {
        let is_unsound = self.fault == Fault::Unsound && self.word.len() == 2;
        if is_unsound { Err("W1: two is too short".to_owned()) } else { Ok(()) }
    }
}

fn words(length: usize, fault: Fault, counts: bool) -> Words {
    Words { length, fault, counts }
}

fn show(walk: &Walk) -> Vec<u32> {
    walk.word.clone()
}

#[test]
fn an_engine_without_faults_passes() {
    let mut fibonacci = (1, 2);
    for length in 0..12 {
        let seen = check_space(&words(length, Fault::None, false), Nodes::Exact, show);
        let seen = seen.expect("no fault");
        assert_eq!((seen.solutions.len(), seen.counted), (fibonacci.0, 0));
        assert!(seen.solutions.is_sorted());
        let counted = check_space(&words(length, Fault::None, true), Nodes::Exact, show);
        let counted = counted.expect("no fault");
        assert_eq!((counted.solutions.len(), counted.counted), (0, fibonacci.0 as u128));
        assert_eq!(counted.profile, seen.profile);
        fibonacci = (fibonacci.1, fibonacci.0 + fibonacci.1);
    }
}

#[test]
fn every_planted_fault_is_named() {
    for (fault, label, what) in [
        (Fault::Endless, "C1: ", "the end is not the end"),
        (Fault::Insatiable, "C1: ", "the fuel was not enough"),
        (Fault::ForgetsAtPauses, "C2: ", "is missing"),
        (Fault::Lazy, "C2: ", "does not get on"),
        (Fault::Early, "C2: ", "was not burned"),
        (Fault::CutsBackwards, "C3: ", "the order is wrong"),
        (Fault::CutsWithoutCounting, "C3: ", "the profile is"),
        (Fault::MissesLeaves, "C3: ", "is missing"),
        (Fault::LeavesWhatWasShown, "C4: ", "is repeated"),
        (Fault::ForgetsWhatIsLeft, "C4: ", "is missing"),
        (Fault::LeavesBackwards, "C4: ", "the order is wrong"),
        (Fault::CountsTwice, "C4: ", "the profile is"),
        (Fault::GoesOn, "C5: ", "the end is not the end"),
        (Fault::BeginsAnew, "C4: ", "is repeated"),
        (Fault::Unsound, "C6: ", "W1: two is too short"),
    ] {
        let found = check_walks(&words(6, fault, false), Nodes::Exact, show);
        let found = found.expect_err("a fault");
        assert!(found.starts_with(label) && found.contains(what), "{fault:?}: {found}");
    }
}

#[test]
fn counts_are_compared_even_where_nodes_depend_on_memory() {
    for fault in [Fault::CutsWithoutCounting, Fault::CountsTwice] {
        let found = check_walks(&words(6, fault, false), Nodes::DependOnMemory, show);
        assert!(found.is_ok(), "{fault:?}: {found:?}");
    }
    for fault in [Fault::ForgetsWhatIsLeft, Fault::MissesLeaves] {
        let found = check_walks(&words(6, fault, true), Nodes::DependOnMemory, show);
        assert!(found.is_err_and(|found| found.contains(" are counted, expected 21")), "{fault:?}");
    }
}

#[test]
fn faults_are_found_by_the_driver_too() {
    for fault in [Fault::ForgetsAtPauses, Fault::ForgetsWhatIsLeft, Fault::CutsBackwards] {
        let found = check_threads(&words(11, fault, false), Nodes::Exact, show);
        assert!(found.is_err_and(|found| found.starts_with("C7: ")), "{fault:?}");
    }
}
