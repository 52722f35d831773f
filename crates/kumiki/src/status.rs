//! How far a run is, from what it has written down.

use crate::journals::{JournalHead, ResumeError};
use crate::words::plural;
use kumiki_drive::{
    JournalDocument, PhaseRecord, SnapshotRecord, UnitsRecord, WorkRecord, is_share_done,
    share_done,
};
use serde::Serialize;
use std::fmt;

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// The command that asks the question.
    pub command: Vec<String>,
    /// Seconds that all runs have taken.
    pub seconds: f64,
    /// The phases so far.
    pub phases: Vec<PhaseStatus>,
    /// The shards, if the run is divided.
    pub shards: Option<ShardStatus>,
}

/// How far a phase is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PhaseStatus {
    /// What it is called.
    pub phase: String,
    /// Seconds that it has taken.
    pub seconds: f64,
    /// Nodes visited, if they are counted.
    pub nodes: Option<u64>,
    /// Units that are left, if there are units.
    pub units_left: Option<usize>,
    /// The share that is done, at least and at most, if it can be told.
    pub share_done: Option<[f64; 2]>,
    /// Bytes of the last snapshot, if the phase goes from stage to stage.
    pub snapshot_bytes: Option<u64>,
}

/// Which shards are done.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct ShardStatus {
    /// How many there are.
    pub of: u32,
    /// How many are done.
    pub done: usize,
    /// The numbers, from 1, of those that were begun and not finished.
    pub unfinished: Vec<u32>,
    /// The numbers, from 1, of those that are not there.
    pub missing: Vec<u32>,
}

impl Status {
    /// How far a run with a checkpoint is.
    #[must_use]
    pub fn of_run(head: &JournalHead, document: &JournalDocument) -> Self {
        Self {
            command: head.question.command_line(),
            seconds: document.seconds,
            phases: document.phases.iter().map(PhaseStatus::new).collect(),
            shards: None,
        }
    }

    /// Which shards of a run are done, from their parts, each with its name.
    ///
    /// # Errors
    /// If there is no part, or something else among them.
    pub fn of_parts(parts: &[(String, JournalDocument)]) -> Result<Self, ResumeError> {
        let nothing = || ResumeError::Merge(kumiki_drive::MergeError::Nothing);
        let mut command = None;
        let mut seconds = 0.0;
        let (mut done, mut unfinished) = (Vec::new(), Vec::new());
        for (name, document) in parts {
            let head = JournalHead::read(&document.head, name)?;
            let Some(shard) = head.shard else {
                return Err(ResumeError::NoShard { name: name.clone() });
            };
            let (_, of, digest) = &*command.get_or_insert_with(|| {
                (head.question.command_line(), shard.of, head.digest.clone())
            });
            if (shard.of, &head.digest) != (*of, digest) {
                let (found, expected) = (head.digest, digest.clone());
                return Err(ResumeError::Question { name: name.clone(), found, expected });
            }
            seconds += document.seconds;
            let list = if is_share_done(document) { &mut done } else { &mut unfinished };
            list.push(shard.index + 1);
        }
        let (command, of, _) = command.ok_or_else(nothing)?;
        let is_missing = |shard: &u32| !done.contains(shard) && !unfinished.contains(shard);
        let missing = (1..=of).filter(is_missing).collect();
        let shards = Some(ShardStatus { of, done: done.len(), unfinished, missing });
        Ok(Self { command, seconds, phases: Vec::new(), shards })
    }
}

impl PhaseStatus {
    fn new(record: &PhaseRecord) -> Self {
        let (mut nodes, mut units_left, mut share, mut snapshot_bytes) = (None, None, None, None);
        match &record.work {
            WorkRecord::Units(UnitsRecord { nodes: visited, waiting, tops, .. }) => {
                (nodes, units_left) = (Some(*visited), Some(waiting.len()));
                share = share_done(tops, *visited).filter(|_| !tops.is_empty());
            }
            WorkRecord::Stages(snapshot) => {
                snapshot_bytes = match snapshot {
                    SnapshotRecord::Nothing => None,
                    SnapshotRecord::Here(digits) => Some(digits.len() as u64 / 2),
                    SnapshotRecord::Beside(piece) => Some(piece.bytes),
                };
            }
        }
        let (phase, seconds) = (record.phase.clone(), record.seconds);
        Self { phase, seconds, nodes, units_left, share_done: share, snapshot_bytes }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "kumiki {}: {:.0} s so far", self.command.join(" "), self.seconds)?;
        self.phases.iter().try_for_each(|phase| writeln!(f, "{phase}"))?;
        let Some(ShardStatus { of, done, unfinished, missing }) = &self.shards else {
            return Ok(());
        };
        write!(f, "{done} of {of} shards are done")?;
        for (list, what) in [(unfinished, "not finished"), (missing, "missing")] {
            if let [first, ..] = list[..] {
                write!(f, ", {} {what}, the first is {first}", list.len())?;
            }
        }
        writeln!(f)
    }
}

impl fmt::Display for PhaseStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:.0} s", self.phase, self.seconds)?;
        if let Some(bytes) = self.snapshot_bytes {
            write!(f, ", a snapshot of {bytes} bytes")?;
        }
        let (Some(left), Some(nodes)) = (self.units_left, self.nodes) else { return Ok(()) };
        if left == 0 {
            return write!(f, ", done, {nodes} nodes");
        }
        write!(f, ", {} left, {nodes} nodes", plural(left, "unit", "units"))?;
        if let Some([least, most]) = self.share_done {
            write!(f, ", {:.0} to {:.0} % done", 100.0 * least, 100.0 * most)?;
            // What is left takes as long as what is done, share by share.
            let rest = |share: f64| self.seconds * (1.0 - share) / share;
            write!(f, ", {:.0} to {:.0} s more", rest(most), rest(least))?;
            write!(f, " if the rest is like what is done")?;
        }
        Ok(())
    }
}
