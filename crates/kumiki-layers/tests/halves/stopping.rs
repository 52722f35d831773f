//! Halves and joins that are paused, written down and taken up again.

use crate::methods::{grown, joined, question};
use kumiki_layers::{JoinedUnit, LayerCount, NumbersTooLarge};
use kumiki_model::AntislideQuestion;
use kumiki_search::{BadSnapshot, Fuel, Progress, Record, Snapshot, Stages, Turn};
use kumiki_trial::{check_damage, check_stages};

/// Halves whose finished form can be compared: by what they are joined to.
struct Compared(LayerCount);

impl Compared {
    fn new(question: &AntislideQuestion, turns: &[usize], budget: Option<usize>) -> Self {
        Self(LayerCount::budgeted(question, turns, budget).expect("layers apply"))
    }
}

impl Stages for Compared {
    type Answer = (usize, Option<usize>, Result<JoinedUnit, NumbersTooLarge>);

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Self::Answer> {
        match self.0.advance(fuel) {
            Turn::Going => Turn::Going,
            Turn::Done(join) => {
                Turn::Done((join.half_count(), join.complete_up_to(), joined(&join)))
            }
        }
    }

    fn progress(&self) -> Progress {
        self.0.progress()
    }
}

impl Snapshot for Compared {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.0.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.0.load(records)
    }
}

fn check(container: &str, kinds: &[&str], turns: &[usize], budget: Option<usize>) {
    let question = question(container, kinds);
    let context = format!("{kinds:?} in {container}, turns {turns:?}, budget {budget:?}");
    let found = check_stages(|| Compared::new(&question, turns, budget));
    let (half_count, complete_up_to, total) = found.unwrap_or_else(|e| panic!("{context}: {e}"));
    let count = LayerCount::budgeted(&question, turns, budget).expect("layers apply");
    let join = grown(count);
    let expected = (join.half_count(), join.complete_up_to(), joined(&join));
    assert_eq!((half_count, complete_up_to, total), expected, "{context}");
}

#[test]
fn halves_are_taken_up_at_any_pause() {
    check("1x1x1", &["1x1x1"], &[0], None);
    check("2x2x2", &["1x2x2"], &[0], None);
    check("2x3x6", &["1x2x2"], &[0], None);
    check("3x4x4", &["1x2x2"], &[0], None);
    check("3x4x4", &["1x2x2"], &[0, 3], None);
    check("2x2x7", &["1x1x2", "1x1x1"], &[0], None);
    check("2x3x4", &["1x2x2", "2x2x2", "1x1x2"], &[0], None);
    check("4x4x4", &["1x2x2"], &[0, 1], Some(20));
    check("4x4x4", &["1x2x2"], &[0, 1, 2, 3], None);
}

#[test]
fn layers_with_large_families_are_taken_up() {
    // Families of more than 64, 128 and 256 sets of cells.
    for (container, kinds) in [
        ("4x4x4", &["1x2x2", "1x1x2"][..]),
        ("5x5x5", &["1x2x2", "1x1x2"]),
        ("6x6x6", &["1x2x2", "1x1x2"]),
        ("7x7x7", &["1x2x2", "2x2x2"]),
    ] {
        check(container, kinds, &[0], Some(2));
    }
}

#[test]
fn weights_of_any_size_are_taken_up() {
    // Machine words are too short for the halves themselves: they are begun anew on the way.
    check("2x2x132", &["1x2x2"], &[0, 3], None);
}

#[test]
fn damaged_snapshots_are_refused() {
    for (container, kinds, sip) in
        [("3x4x4", &["1x2x2"][..], 100), ("2x3x4", &["1x2x2", "2x2x2", "1x1x2"], 37)]
    {
        let question = question(container, kinds);
        let make = || Compared::new(&question, &[0], None);
        check_damage(make, sip, 12).expect("all is noticed");
    }
}

#[test]
fn snapshots_of_other_halves_are_refused() {
    let boxes = ["3x4x4", "4x4x4", "2x4x5"].map(|container| question(container, &["1x2x2"]));
    let mut counts = Vec::new();
    for question in &boxes {
        for (turns, budget) in [(&[0][..], None), (&[0, 3], None), (&[0], Some(9))] {
            counts.push((question, turns, budget));
        }
    }
    for (number, from) in counts.iter().enumerate() {
        for (other, to) in counts.iter().enumerate() {
            let mut records = Vec::new();
            let from = Compared::new(from.0, from.1, from.2);
            from.save(&mut |record| records.push(record.to_vec()));
            let loaded = Compared::new(to.0, to.1, to.2).load(&mut records.into_iter());
            let expected = if number == other { Ok(()) } else { Err(BadSnapshot) };
            assert_eq!(loaded, expected, "{number} and {other}");
        }
    }
}

#[test]
fn parts_of_the_join_are_the_same_in_sips() {
    for container in ["4x4x6", "3x4x5", "5x5x5"] {
        let join = grown(LayerCount::new(&question(container, &["1x2x2"])).expect("layers apply"));
        let mut pauses = 0;
        for unit in 0..join.unit_count() {
            let mut part = join.begin(unit);
            let joined = loop {
                if let Some(joined) = part.advance(&mut Fuel(50)) {
                    break joined;
                }
                pauses += 1;
            };
            assert_eq!(joined, join.unit(unit), "unit {unit} of {container}");
        }
        assert!(pauses > 0, "{container} takes long enough to be paused");
    }
}
