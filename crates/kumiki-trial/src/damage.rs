//! Damage: snapshots that were cut, changed or made up are refused, or at least do no harm.
//!
//! # Promises
//! * **X1** A snapshot with a record missing, with two different records exchanged or with a number
//!   changed is refused.
//! * **X2** Whatever numbers are read, reading them does not panic, nor ask for more memory than a
//!   few times what was read; also when the checksum at the end is right.

use crate::stages::written_down;
use kumiki_search::{Digest, Fuel, Record, Snapshot, Stages, Turn};
use std::fmt::Debug;

/// Numbers that programs stumble over.
const NASTY: [u64; 9] = [0, 1, 2, 255, 1 << 16, 1 << 31, 1 << 32, 1 << 62, u64::MAX];

/// Numbers and records that are damaged in each snapshot, at most.
const DAMAGES: usize = 300;

/// Damages the snapshots of work that is paused after every sip, at most `most` of them.
///
/// # Errors
/// If a promise is broken.
pub fn check_damage<W>(make: impl Fn() -> W, sip: u64, most: usize) -> Result<(), String>
where
    W: Stages + Snapshot,
    W::Answer: PartialEq + Debug,
{
    let mut work = make();
    let mut dice = Dice(sip);
    for pause in 0..most {
        for unit in 0..work.unit_count() {
            work.work(unit);
        }
        if let Turn::Done(_) = work.advance(&mut Fuel(sip)) {
            return Ok(());
        }
        let records = written_down(&work);
        damaged(&records, &mut dice, |damaged, what| {
            if make().load(&mut damaged.into_iter()).is_ok() {
                return Err(format!("X1: at pause {pause}, taken for a snapshot: {what}"));
            }
            Ok(())
        })?;
        made_up(&records, &mut dice, |records| {
            // Read or refused, as long as it comes back.
            let _ = make().load(&mut records.into_iter());
        });
    }
    Ok(())
}

/// X1.
fn damaged(
    records: &[Record],
    dice: &mut Dice,
    mut check: impl FnMut(Vec<Record>, &str) -> Result<(), String>,
) -> Result<(), String> {
    let step = records.len().div_ceil(DAMAGES);
    for at in (0..records.len()).step_by(step) {
        check(records[..at].to_vec(), &format!("the first {at} records"))?;
        let mut fewer = records.to_vec();
        fewer.remove(at);
        check(fewer, &format!("all but record {at}"))?;
        let other = dice.below(records.len());
        if records[at] != records[other] {
            let mut exchanged = records.to_vec();
            exchanged.swap(at, other);
            check(exchanged, &format!("records {at} and {other} exchanged"))?;
        }
        if records[at].is_empty() {
            continue;
        }
        let number = dice.below(records[at].len());
        let mut changed = records.to_vec();
        changed[at][number] ^= 1 << dice.below(64);
        check(changed, &format!("number {number} of record {at} changed"))?;
    }
    Ok(())
}

/// X2.
fn made_up(records: &[Record], dice: &mut Dice, mut read: impl FnMut(Vec<Record>)) {
    let step = records.len().div_ceil(DAMAGES);
    for at in (0..records.len()).step_by(step) {
        for nasty in NASTY {
            let mut changed = records.to_vec();
            if changed[at].is_empty() {
                changed[at].push(nasty);
            } else {
                let number = dice.below(changed[at].len());
                changed[at][number] = nasty;
            }
            read(resealed(changed));
        }
        let mut shorter = records.to_vec();
        shorter[at].pop();
        read(resealed(shorter));
    }
    for _ in 0..20 {
        let mut shuffled = records.to_vec();
        for at in (2..shuffled.len()).rev() {
            shuffled.swap(at, 1 + dice.below(at));
        }
        read(resealed(shuffled));
        let len = dice.below(9);
        let numbers = |dice: &mut Dice| {
            let len = dice.below(6);
            (0..len).map(|_| dice.number() >> dice.below(64)).collect()
        };
        // The right head, and then anything.
        let made_up = (0..len).map(|_| numbers(dice));
        read(resealed(records.iter().take(1).cloned().chain(made_up).collect()));
    }
}

/// The records with the checksum that they should have; see `kumiki_search::RecordWriter`.
fn resealed(mut records: Vec<Record>) -> Vec<Record> {
    if let Some((last, before)) = records.split_last_mut() {
        let all = before
            .iter()
            .flat_map(|record| std::iter::once(record.len() as u64).chain(record.iter().copied()));
        *last = vec![Digest::of(all)];
    }
    records
}

/// Numbers by chance (splitmix64).
struct Dice(u64);

impl Dice {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.number() % most.max(1) as u64).expect("below a size")
    }
}
