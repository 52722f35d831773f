//! Levels in scratch: the same answers as in memory, with hardly any of it; and what happens when
//! the scratch fails.

use kumiki_frontier::{
    Count, Fault, FiledCount, Folding, Keys, Motion, Network, Plan, Problem, Step, Tally,
};
use kumiki_model::Graph;
use kumiki_search::{Fuel, MemoryScratch, Record, Scratch, Snapshot, Stages, Turn};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// Far too little, so that nearly every state is written by itself; and a bit more.
const BUDGETS: [usize; 3] = [0, 3_000, 20_000];

/// More than a small count needs.
const PLENTY: usize = 1 << 24;

fn network(text: &str) -> Network {
    Network::from(&text.parse::<Graph>().expect("a graph"))
}

fn plan(text: &str, problem: Problem) -> Plan {
    Plan::new(&network(text), problem).expect("valid")
}

/// Goes on in sips to the end. Gives the states of each level, too.
fn finish(
    plan: &Plan,
    keys: Keys,
    scratch: &dyn Scratch,
    budget: usize,
    sip: u64,
) -> (Result<Option<Tally>, Fault>, Vec<u64>) {
    let mut count = match FiledCount::new(plan, keys, scratch, budget).expect("narrow") {
        Ok(count) => count,
        Err(fault) => return (Err(fault), Vec::new()),
    };
    loop {
        let mut fuel = Fuel(sip);
        if let Turn::Done(answer) = count.advance(&mut fuel) {
            return (answer, count.level_states().to_vec());
        }
        assert_eq!(fuel.0, 0, "it goes on while there is fuel");
        let note = count.progress().note;
        assert!(note.contains(" vertices, part ") && note.ends_with(" states"), "{note}");
    }
}

/// What the count in memory says, with the states of each level.
fn in_memory(plan: &Plan, keys: Keys) -> (Option<Tally>, Vec<u64>) {
    let mut count = Count::new(plan, 0, keys).expect("narrow");
    let tally = match count.advance(&mut Fuel::unlimited()) {
        Step::Counted(tally) => Some(tally),
        Step::TooLarge => None,
        Step::OutOfFuel => panic!("there is enough"),
    };
    (tally, count.level_states().to_vec())
}

/// Counts with little memory and with plenty, in large and small sips, and compares.
pub(crate) fn check(plan: &Plan, keys: Keys) -> Option<Tally> {
    let (expected, level_states) = in_memory(plan, keys);
    let scratch = MemoryScratch::default();
    for (budget, sip) in BUDGETS.into_iter().zip([1, u64::MAX, 100]).chain([(PLENTY, 1000)]) {
        let (tally, states) = finish(plan, keys, &scratch, budget, sip);
        assert_eq!(tally.as_ref(), Ok(&expected), "{:?} with {budget} bytes", plan.problem());
        assert_eq!(scratch.names(), Vec::<u64>::new(), "nothing is left behind");
        assert!(expected.is_none() || states == level_states, "{states:?}: none is in two places");
    }
    expected
}

fn total(text: &str, problem: Problem, keys: Keys) -> String {
    let tally = check(&plan(text, problem), keys).expect("few bits");
    tally.total().to_string()
}

#[test]
fn all_kinds_of_subgraphs_are_counted_with_hardly_any_memory() {
    use Problem::{Cycles, Forests, HamiltonianCycles, PerfectMatchings, SpanningTrees};
    for keys in [Keys::Narrow, Keys::Wide] {
        assert_eq!(total("grid:6x6", PerfectMatchings, keys), "6728");
        assert_eq!(total("grid:4x4", SpanningTrees, keys), "100352");
        assert_eq!(total("grid:4x4", Forests, keys), "8790016");
        assert_eq!(total("grid:6x6", Cycles, keys), "1222363");
        assert_eq!(total("king:3x3", HamiltonianCycles, keys), "16");
        assert_eq!(total("grid:4x4", Problem::hamiltonian_paths(16), keys), "276");
        assert_eq!(total("grid:5x5", Problem::Paths { from: 0, to: 24 }, keys), "8512");
        let two = Problem::Degrees { allowed: vec![0b100; 36] };
        assert_eq!(total("grid:6x6", two, keys), "13903");
    }
}

#[test]
fn arrays_are_counted_with_hardly_any_memory() {
    for (board, expected) in
        [("grid:6x6", "1072"), ("knight:5x6", "8"), ("knight:6x6", "9862"), ("king:4x4", "2830")]
    {
        let plan = plan(board, Problem::HamiltonianCycles);
        assert!(plan.is_dense() || board == "king:4x4", "{board}");
        assert_eq!(total(board, Problem::HamiltonianCycles, Keys::Narrow), expected, "{board}");
    }
}

#[test]
fn folded_boards_keep_even_and_odd_ways_apart() {
    for (text, motion) in [
        ("knight:6x6", Motion::HalfTurn),
        ("knight:6x6", Motion::QuarterTurn),
        ("grid:4x6", Motion::HalfTurn),
    ] {
        let folding = Folding::new(&text.parse().expect("a graph"), motion).expect("symmetric");
        for problem in folding.problems() {
            let plan = Plan::new(folding.network(), problem.clone()).expect("valid");
            let narrow = check(&plan, Keys::Narrow).expect("few bits");
            assert_eq!(check(&plan, Keys::Wide).expect("few bits").total(), narrow.total());
        }
    }
}

#[test]
fn counts_of_all_widths_are_kept_in_runs() {
    let bits = |plan: &Plan, keys: Keys| check(plan, keys).map(|tally| tally.total().bits());
    let doubling = |len: usize| plan(&format!("grid:1x{len}"), Problem::Forests);
    for keys in [Keys::Narrow, Keys::Wide] {
        for len in [1, 2, 64, 65, 129, 1024] {
            assert_eq!(bits(&doubling(len), keys), Some(len as u64));
        }
        assert_eq!(bits(&doubling(1040), keys), None, "more than 1024 bits");
    }
    let cycles = plan("king:2x80", Problem::Cycles);
    assert!(bits(&cycles, Keys::Narrow) > Some(64));
    let arrays = plan("grid:4x120", Problem::HamiltonianCycles);
    assert!(arrays.is_dense());
    assert!(bits(&arrays, Keys::Narrow) > Some(128));
    // Two counts for each state, from 32 bits on.
    let folding = Folding::new(&"grid:4x60".parse().expect("a graph"), Motion::HalfTurn);
    let folding = folding.expect("symmetric");
    let widest = folding.problems().iter().map(|problem| {
        let plan = Plan::new(folding.network(), problem.clone()).expect("valid");
        bits(&plan, Keys::Narrow).expect("few bits")
    });
    assert!(widest.max() > Some(32));
}

#[test]
fn graphs_with_nothing_to_settle_are_counted() {
    assert_eq!(total("grid:1x1", Problem::Forests, Keys::Narrow), "1");
    assert_eq!(total("grid:1x1", Problem::PerfectMatchings, Keys::Narrow), "0");
    assert_eq!(total("grid:1x2", Problem::HamiltonianCycles, Keys::Narrow), "0");
}

/// What a process leaves behind: what it has written down, and the runs of its scratch.
type Left = (Vec<Record>, MemoryScratch);

/// Goes on from what another process has left, and writes itself down as often as it can from the
/// `every`th time on that it could. Is killed after so many sips; otherwise gives the answer and
/// the states of each level.
fn until_killed(
    plan: &Plan,
    budget: usize,
    left: &mut Left,
    (every, sips): (u64, u64),
) -> Option<(Option<Tally>, Vec<u64>)> {
    let scratch = MemoryScratch::named(7).with_runs_of(&left.1);
    let count = FiledCount::new(plan, Keys::Narrow, &scratch, budget).expect("narrow");
    let mut count = count.expect("there is room");
    if !left.0.is_empty() {
        count.load(&mut left.0.clone().into_iter()).expect("what was written down");
    }
    let (mut is_over, mut chances) = (None, 0_u64);
    for _ in 0..sips {
        if let Turn::Done(answer) = count.advance(&mut Fuel(5)) {
            is_over = Some((answer.expect("whole"), count.level_states().to_vec()));
            break;
        }
        chances += 1;
        if (count.wants_to_be_saved() || chances.is_multiple_of(every)) && count.settle() {
            left.0.clear();
            count.save(&mut |record| left.0.push(record.to_vec()));
            count.saved();
        }
    }
    // What is dropped by a process that ends is no worse than what is killed.
    drop(count);
    left.1 = MemoryScratch::default().with_runs_of(&scratch);
    is_over
}

#[test]
fn a_count_in_kept_scratch_goes_on_after_every_kill() {
    let mut all = 0;
    for (text, problem, budget) in [
        ("knight:6x6", Problem::HamiltonianCycles, 3_000),
        ("grid:6x6", Problem::Cycles, 20_000),
        ("grid:1x129", Problem::Forests, 0),
    ] {
        let plan = plan(text, problem);
        let expected = in_memory(&plan, Keys::Narrow);
        for (every, sips) in [(1, 300), (3, 700), (40, 5_000), (1, u64::MAX)] {
            let mut left = (Vec::new(), MemoryScratch::default());
            let mut kills = 0;
            let answer = loop {
                if let Some(answer) = until_killed(&plan, budget, &mut left, (every, sips)) {
                    break answer;
                }
                kills += 1;
                assert!(kills < 1000, "{text}: it gets on");
            };
            assert_eq!(answer, expected, "{text}: killed {kills} times");
            all += kills;
            // Its end is written down, and what it has read is gone.
            assert_eq!(left.1.names(), Vec::<u64>::new(), "{text}");
            let again = until_killed(&plan, budget, &mut left, (1, u64::MAX));
            assert_eq!(again.as_ref(), Some(&expected), "{text}: what is finished is asked again");
        }
    }
    assert!(all > 20, "{all} kills");
}

#[test]
fn scratch_that_is_not_what_was_written_down_is_told() {
    let plan = plan("knight:6x6", Problem::HamiltonianCycles);
    let mut left = (Vec::new(), MemoryScratch::default());
    assert_eq!(until_killed(&plan, 3_000, &mut left, (1, 400)), None);
    let names = left.1.names();
    assert!(names.len() > 1, "{names:?}");
    let (mut refused, mut right) = (0, 0);
    for (run, what) in names.iter().flat_map(|run| [(*run, 0), (*run, 1), (*run, 2)]) {
        let scratch = MemoryScratch::named(7).with_runs_of(&left.1);
        match what {
            0 => scratch.remove(run),
            1 => scratch.damage(run, |bytes| bytes.truncate(bytes.len() / 2)),
            _ => scratch.damage(run, |bytes| {
                if let Some(byte) = bytes.get_mut(20) {
                    *byte ^= 1;
                }
            }),
        }
        let there = scratch.names();
        let count = FiledCount::new(&plan, Keys::Narrow, &scratch, 3_000).expect("narrow");
        let mut count = count.expect("there is room");
        count.load(&mut left.0.clone().into_iter()).expect("what was written down");
        let answer = loop {
            if let Turn::Done(answer) = count.advance(&mut Fuel(1 << 20)) {
                break answer;
            }
        };
        match answer {
            // What was written after that is not needed.
            Ok(tally) => {
                assert_eq!(tally.expect("few bits").total(), 9862_u32.into());
                right += 1;
            }
            Err(fault) => {
                assert!(matches!(fault, Fault::Unusable { .. } | Fault::Damaged { .. }), "{fault}");
                drop(count);
                let now = scratch.names();
                assert!(there.iter().all(|run| now.contains(run)), "{there:?} stays, {now:?}");
                refused += 1;
            }
        }
    }
    assert!(refused > 2 * right, "{refused} refused, {right} right");
    // Another name is another scratch.
    let scratch = MemoryScratch::named(8).with_runs_of(&left.1);
    let count = FiledCount::new(&plan, Keys::Narrow, &scratch, 3_000).expect("narrow");
    let mut count = count.expect("there is room");
    count.load(&mut left.0.clone().into_iter()).expect("what was written down");
    assert!(matches!(count.advance(&mut Fuel(1)), Turn::Done(Err(Fault::Unusable { .. }))));
}

/// Scratch that does something wrong at one of its calls.
struct Faulty {
    scratch: MemoryScratch,
    /// Calls until then.
    left: AtomicU64,
    what: Wrong,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wrong {
    /// A call fails.
    Fails,
    /// A byte that is written is another.
    Changes,
    /// Something that is written is not.
    Forgets,
}

impl Faulty {
    fn is_now(&self) -> bool {
        self.left.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

impl Scratch for Faulty {
    fn reserve(&self, count: u64) -> u64 {
        self.scratch.reserve(count)
    }

    fn append(&self, run: u64, bytes: &[u8]) -> io::Result<()> {
        if !self.is_now() {
            return self.scratch.append(run, bytes);
        }
        match self.what {
            Wrong::Fails => Err(io::Error::other("the cable is loose")),
            Wrong::Changes => {
                let mut changed = bytes.to_vec();
                let middle = changed.len() / 2;
                changed[middle] ^= 4;
                self.scratch.append(run, &changed)
            }
            Wrong::Forgets => Ok(()),
        }
    }

    fn read(&self, run: u64, at: u64, into: &mut [u8]) -> io::Result<()> {
        if self.is_now() && self.what == Wrong::Fails {
            return Err(io::Error::other("the cable is loose"));
        }
        self.scratch.read(run, at, into)
    }

    fn remove(&self, run: u64) {
        self.scratch.remove(run);
    }
}

#[test]
fn whatever_goes_wrong_is_told_and_nothing_is_left_behind() {
    for (board, problem) in
        [("knight:6x6", Problem::HamiltonianCycles), ("grid:4x4", Problem::Forests)]
    {
        let plan = plan(board, problem);
        let expected = in_memory(&plan, Keys::Narrow).0;
        for what in [Wrong::Fails, Wrong::Changes, Wrong::Forgets] {
            let mut faults = 0;
            for call in (1..60).chain((60..2000).step_by(97)) {
                let scratch = MemoryScratch::default();
                let faulty = Faulty { scratch, left: AtomicU64::new(call), what };
                let (answer, _) = finish(&plan, Keys::Narrow, &faulty, 3_000, u64::MAX);
                match answer {
                    // Bytes that are never read do no harm, nor do calls that come too late.
                    Ok(tally) => assert_eq!(tally, expected, "{board}: {what:?} at {call}"),
                    Err(Fault::Unusable { reason, .. }) if what == Wrong::Fails => {
                        assert_eq!(reason, "the cable is loose");
                        faults += 1;
                    }
                    Err(Fault::Damaged { .. }) if what != Wrong::Fails => faults += 1,
                    Err(other) => panic!("{board}: {what:?} at {call} gives {other:?}"),
                }
                assert_eq!(faulty.scratch.names(), Vec::<u64>::new(), "{what:?} at {call}");
            }
            assert!(faults > 10, "{board}: {what:?} was noticed {faults} times");
        }
    }
}

#[test]
fn scratch_without_room_is_told_in_a_line() {
    let plan = plan("knight:6x6", Problem::HamiltonianCycles);
    let mut refused = 0;
    for room in (0..400).chain((400..2_000_000).step_by(99_991)) {
        let scratch = MemoryScratch::with_room(room);
        match finish(&plan, Keys::Narrow, &scratch, 3_000, u64::MAX).0 {
            Ok(tally) => assert_eq!(tally.expect("few bits").total(), 9862_u32.into()),
            Err(fault) => {
                assert_eq!(fault, Fault::Full);
                assert_eq!(fault.to_string(), "there is no room for the next part of a level");
                refused += 1;
            }
        }
        assert_eq!(scratch.names(), Vec::<u64>::new());
    }
    assert!((400..419).contains(&refused), "{refused} of 421");
}
