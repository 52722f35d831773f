//! The journals of all shards as one, to go on from.

use super::{JournalDocument, PhaseRecord, Shard, UnitsRecord, WorkRecord};
use thiserror::Error;

/// Why journals of shards do not make up a whole.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are none.
    #[error("there are no parts, expected all shards of a run")]
    Nothing,
    /// They are of runs that were divided in different ways.
    #[error("a shard of {found} and one of {expected}, expected shards of one run")]
    Mixed {
        /// How many shards the run of one has.
        found: u32,
        /// How many that of another has.
        expected: u32,
    },
    /// Shards that are not there.
    #[error("{} of {of} shards are missing, expected all of them", .missing.len())]
    Missing {
        /// Their numbers, from 0.
        missing: Vec<u32>,
        /// How many there should be.
        of: u32,
    },
    /// A shard that is there twice.
    #[error("shard {} of {of} is there twice, expected each once", .shard + 1)]
    Repeated {
        /// Its number, from 0.
        shard: u32,
        /// How many there are.
        of: u32,
    },
    /// Shards that were stopped before their share was done.
    #[error("{} of {of} shards are not finished, expected all of them", .unfinished.len())]
    Unfinished {
        /// Their numbers, from 0.
        unfinished: Vec<u32>,
        /// How many there are.
        of: u32,
    },
    /// Shards that have done different things.
    #[error("shard {} has searched {found}, another {expected}, expected one search", .shard + 1)]
    Different {
        /// Its number, from 0.
        shard: u32,
        /// What it has searched, in words.
        found: String,
        /// What another has.
        expected: String,
    },
}

/// Puts the journals of all shards together. A run that is given the result goes through the phases
/// that were divided without working, as if it had done all of them.
///
/// * **M1** What is put together of a phase is all of it: a phase to which a shard has not come is
///   left out, so that a run that needs it does it.
///
/// # Errors
/// If they do not make up a whole.
pub fn merge(
    parts: impl IntoIterator<Item = (Shard, JournalDocument)>,
) -> Result<JournalDocument, MergeError> {
    put_together(parts.into_iter().collect(), false)
}

/// The same if some shards were stopped, or not begun: what they have left waits in the result, or
/// is missing. It is for runs that [leave the rest](super::Journal::leaving_the_rest).
///
/// # Errors
/// If they are not shards of one run.
pub fn merge_stopped(
    parts: impl IntoIterator<Item = (Shard, JournalDocument)>,
) -> Result<JournalDocument, MergeError> {
    put_together(parts.into_iter().collect(), true)
}

fn put_together(
    mut parts: Vec<(Shard, JournalDocument)>,
    may_be_stopped: bool,
) -> Result<JournalDocument, MergeError> {
    parts.sort_by_key(|(shard, _)| shard.index);
    let of = parts.first().ok_or(MergeError::Nothing)?.0.of;
    if let Some((other, _)) = parts.iter().find(|(shard, _)| shard.of != of) {
        return Err(MergeError::Mixed { found: other.of, expected: of });
    }
    if let Some(twice) = parts.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(MergeError::Repeated { shard: twice[0].0.index, of });
    }
    let mut shards = parts.iter().map(|(shard, _)| shard.index).peekable();
    let missing: Vec<u32> =
        (0..of).filter(|index| shards.next_if(|shard| shard == index).is_none()).collect();
    if !missing.is_empty() && !may_be_stopped {
        return Err(MergeError::Missing { missing, of });
    }
    let is_unfinished = |part: &&(Shard, JournalDocument)| !is_share_done(&part.1);
    let unfinished = parts.iter().filter(is_unfinished);
    let unfinished: Vec<u32> = unfinished.map(|(shard, _)| shard.index).collect();
    if !unfinished.is_empty() && !may_be_stopped {
        return Err(MergeError::Unfinished { unfinished, of });
    }
    let mut merged: Vec<(PhaseRecord, UnitsRecord)> = Vec::new();
    let mut seconds = 0.0;
    for (shard, document) in &parts {
        seconds += document.seconds;
        for (number, (phase, units)) in divided(document).enumerate() {
            if number == merged.len() {
                let (names, cut_into) = (units.names.clone(), units.cut_into);
                let whole = UnitsRecord { names, cut_into, ..UnitsRecord::default() };
                let work = WorkRecord::Units(UnitsRecord::default());
                merged.push((PhaseRecord { seconds: 0.0, work, ..phase.clone() }, whole));
            }
            let (first, all) = &mut merged[number];
            let [found, expected] = [(phase, units), (&*first, &*all)].map(in_words);
            if found != expected {
                return Err(MergeError::Different { shard: shard.index, found, expected });
            }
            first.seconds += phase.seconds;
            all.nodes += units.nodes;
            all.tops.extend(units.tops.clone());
            all.finished.extend(units.accepted.iter().chain(&units.finished).cloned());
            all.waiting.extend(units.waiting.iter().cloned());
        }
    }
    if !may_be_stopped {
        let common = parts.iter().map(|(_, document)| divided(document).count()).min();
        merged.truncate(common.unwrap_or(0)); // M1
    }
    let phases = merged.into_iter().map(|(phase, mut units)| {
        units.finished.sort_by(|one, other| one.place.cmp(&other.place));
        units.waiting.sort_unstable();
        PhaseRecord { work: WorkRecord::Units(units), ..phase }
    });
    let phases = phases.collect();
    let (_, first) = parts.swap_remove(0);
    Ok(JournalDocument { seconds, phases, ..first })
}

/// Whether a shard has done its share.
#[must_use]
pub fn is_share_done(part: &JournalDocument) -> bool {
    let mut phases = divided(part).peekable();
    phases.peek().is_some() && phases.all(|(_, units)| units.is_over)
}

/// The phases that were divided: one, or rounds. A shard that was stopped before them has none.
fn divided(document: &JournalDocument) -> impl Iterator<Item = (&PhaseRecord, &UnitsRecord)> {
    document.phases.iter().filter_map(|phase| match &phase.work {
        WorkRecord::Units(units) if units.cut_into.is_some() => Some((phase, units)),
        _ => None,
    })
}

/// What was searched, so that two searches can be told apart.
fn in_words((phase, units): (&PhaseRecord, &UnitsRecord)) -> String {
    let PhaseRecord { phase, label, occurrence, .. } = phase;
    let (names, units) = (units.names.join(" "), units.cut_into.unwrap_or(0));
    format!("{units} units of '{phase}' {occurrence} ({label:x}; {names})")
}
