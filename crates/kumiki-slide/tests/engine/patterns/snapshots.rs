//! Tables that are built or checked with pauses, written down and taken up again.

use super::checks::shapes;
use kumiki_search::{Fuel, Snapshot, Stages, Turn};
use kumiki_slide::patterns::{PatternTable, TableBuilder, TableCheck};
use kumiki_trial::{Told, check_damage, check_stages};

#[test]
fn tables_are_taken_up_while_they_are_built() {
    for shape in shapes() {
        let make = || Told { work: TableBuilder::new(shape.clone()), tell: TableBuilder::progress };
        check_stages(make).unwrap_or_else(|fault| panic!("{shape}: {fault}"));

        let expected = PatternTable::build(shape.clone());
        let mut builder = TableBuilder::new(shape.clone());
        while Stages::advance(&mut builder, &mut Fuel(5)) == Turn::Going {
            let mut records = Vec::new();
            builder.save(&mut |record| records.push(record.to_vec()));
            builder = TableBuilder::new(shape.clone());
            builder.load(&mut records.into_iter()).expect("its own snapshot");
        }
        assert_eq!(builder.finish().entries(), expected.entries(), "{shape}");
    }
}

#[test]
fn checks_are_taken_up() {
    for shape in shapes() {
        let right = PatternTable::build(shape.clone());
        assert_eq!(check_stages(|| TableCheck::new(&right)), Ok(Ok(())), "{shape}");

        // One entry too large, and one too small.
        let at = right.entries().iter().rposition(|entry| (2..250).contains(entry));
        let at = at.expect("entries of all sizes");
        for change in [2, 254] {
            let mut entries = right.entries().to_vec();
            entries[at] = entries[at].wrapping_add(change);
            let wrong = PatternTable::from_entries(shape.clone(), entries).expect("parities");
            let verdict = check_stages(|| TableCheck::new(&wrong));
            let verdict = verdict.unwrap_or_else(|fault| panic!("{shape}: {fault}"));
            assert!(verdict.is_err(), "{shape}");

            // What was found about one table says nothing about another.
            let mut records = Vec::new();
            TableCheck::new(&right).save(&mut |record| records.push(record.to_vec()));
            assert!(TableCheck::new(&right).load(&mut records.iter().cloned()).is_ok());
            assert!(TableCheck::new(&wrong).load(&mut records.into_iter()).is_err());
        }
    }
}

#[test]
fn damaged_snapshots_are_refused() {
    for shape in shapes() {
        check_damage(|| TableBuilder::new(shape.clone()), 20, 4)
            .unwrap_or_else(|fault| panic!("{shape}: {fault}"));
        let table = PatternTable::build(shape.clone());
        check_damage(|| TableCheck::new(&table), 20, 4)
            .unwrap_or_else(|fault| panic!("{shape}: {fault}"));
    }
}
