//! The way through levels in scratch: which part is read, which are made, and what is found.

use super::Fault;
use super::runs::{Reader, Run, Shelf};
use crate::entry::Total;
use crate::saving::{load_totals, save_totals};
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter, Scratch, read_flag, read_size};
use std::collections::VecDeque;
use std::ops::Bound;

/// The most parts of a level. More would make for small chunks.
const MOST_PARTS: usize = 256;

/// A chunk has at most so many bytes, but for records that are larger.
const CHUNK_BYTES: usize = 1 << 18;

/// Chunks that wait may take this share of the memory.
const SHARE_OF_CHUNKS: usize = 16;

/// Some of the states that a part is about: those whose hash leaves a residue.
///
/// * **Q1** The modulus is a power of two, and the residue is less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pass {
    /// What the hash of a state of the pass leaves (Q1).
    residue: u64,
    /// When it is divided by this (Q1).
    modulus: u64,
}

impl Pass {
    /// Whether a state with this hash belongs to the pass.
    #[inline(always)]
    pub(crate) fn has(self, hash: u64) -> bool {
        hash & (self.modulus - 1) == self.residue
    }
}

/// Where a count in scratch stands.
///
/// * **Q2** A part is read once for each of its passes, and all of them together have every state
///   once. `passes` are those that are left of the part under way; the last is under way.
/// * **Q3** Solutions in `kept_totals` are found for good; those that `totals` has beyond them are
///   found once more if what is gathered is given up.
/// * **Q4** If runs are kept, those that a snapshot may name stay until a later one is safe: they
///   are in `retired` when nobody reads them any more.
pub(crate) struct Passage<'s> {
    /// Where levels are.
    scratch: &'s dyn Scratch,
    /// How many vertices are settled.
    at: usize,
    /// How many vertices there are to settle.
    stage_count: usize,
    /// The parts of the level that are left; the first is under way.
    runs: VecDeque<Run<'s>>,
    /// How many parts the level has.
    part_count: usize,
    /// Reads the first part.
    reader: Reader,
    /// The passes of the part that are left (Q2).
    passes: Vec<Pass>,
    /// With how many passes a part of this level begins: as many as one of them has needed.
    usual_passes: u64,
    /// The parts of the next level.
    shelf: Shelf<'s>,
    /// The number of the first run of this count.
    first_run: u64,
    /// Whether runs are kept, and those that have been read (Q4).
    is_kept: bool,
    retired: Vec<Run<'s>>,
    /// Solutions found so far, by parity of the label.
    pub(crate) totals: Vec<Total>,
    /// Those that are found for good (Q3).
    kept_totals: Vec<Total>,
    /// The memory that may be used, in bytes.
    budget: usize,
    /// Bytes written to complete levels.
    written: u64,
    /// Whether it is over.
    is_over: bool,
}

impl<'s> Passage<'s> {
    /// The start, with one record. There are totals for one parity or two. Runs are kept if the
    /// scratch has a name.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub(crate) fn new(
        scratch: &'s dyn Scratch,
        stage_count: usize,
        parities: usize,
        budget: usize,
        next_parts: usize,
        first: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Self, Fault> {
        let (first_run, is_kept) = (scratch.reserve(1), scratch.name().is_some());
        let mut start = Shelf::new(scratch, first_run, 1, CHUNK_BYTES, is_kept);
        start.add(0, first)?;
        let (runs, written) = start.finish()?;
        let mut passage = Self {
            scratch,
            at: 0,
            stage_count,
            runs: runs.into(),
            part_count: 1,
            reader: Reader::default(),
            passes: Vec::new(),
            usual_passes: 1,
            shelf: Shelf::of(Vec::new(), 0),
            first_run,
            is_kept,
            retired: Vec::new(),
            totals: vec![Total::default(); parities],
            kept_totals: vec![Total::default(); parities],
            budget,
            written,
            is_over: stage_count == 0,
        };
        passage.begin_shelf(next_parts);
        passage.begin_part();
        Ok(passage)
    }

    fn begin_shelf(&mut self, parts: usize) {
        let (first, bytes) = (self.scratch.reserve(parts as u64), self.chunk_bytes(parts));
        self.shelf = Shelf::new(self.scratch, first, parts, bytes, self.is_kept);
    }

    fn chunk_bytes(&self, parts: usize) -> usize {
        (self.budget / SHARE_OF_CHUNKS / parts.max(1)).min(CHUNK_BYTES)
    }

    /// Whether it can be resumed.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Between two passes: makes sure that all is in the scratch.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn settle(&mut self) -> Result<(), Fault> {
        self.shelf.flush_all()?;
        self.scratch.sync().map_err(|error| Fault::writing(&error))
    }

    /// What was written down last is safe (Q4).
    pub(crate) fn saved(&mut self) {
        self.retired.drain(..).for_each(Run::remove);
    }

    /// Writes down where it stands, between two passes.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        writer.numbers(&[
            self.scratch.name().unwrap_or_default(),
            self.first_run,
            self.shelf.end(),
            self.written(),
        ]);
        let (at, part_count) = (self.at as u64, self.part_count as u64);
        writer.numbers(&[at, part_count, self.usual_passes, u64::from(self.is_over)]);
        save_totals(writer, &self.totals);
        for runs in [&self.runs.iter().collect::<Vec<_>>(), &self.shelf.runs().iter().collect()] {
            writer.list(3, runs, |run, line| line.extend(run.numbers()));
        }
        writer.list(2, &self.passes, |pass, line| line.extend([pass.residue, pass.modulus]));
    }

    /// Goes on from there, with what the scratch has of it. If that is not what it was, there is a
    /// fault.
    pub(crate) fn load(
        &mut self,
        reader: &mut RecordReader<'_>,
    ) -> Result<Result<(), Fault>, BadSnapshot> {
        let [name, first_run, end, written] = reader.numbers()?;
        let [at, part_count, usual_passes, is_over] = reader.numbers()?;
        let (at, is_over) = (read_size(at)?, read_flag(is_over)?);
        if !usual_passes.is_power_of_two() || at > self.stage_count {
            return Err(BadSnapshot);
        }
        let totals = load_totals(reader, self.totals.len())?;
        let mut lists = [Vec::new(), Vec::new()];
        for runs in &mut lists {
            reader.list(3, |numbers| {
                runs.push(Run::taken_up(self.scratch, numbers)?);
                Ok(())
            })?;
        }
        let [runs, shelf] = lists;
        let mut passes = Vec::new();
        reader.list(2, |numbers| {
            let &[residue, modulus] = numbers else { return Err(BadSnapshot) };
            let is_pass = modulus.is_power_of_two() && residue < modulus;
            passes.push(Pass { residue, modulus });
            is_pass.then_some(()).ok_or(BadSnapshot)
        })?;
        let is_under_way = !runs.is_empty() && !passes.is_empty() && at < self.stage_count;
        if (!is_over && !is_under_way) || !shelf.len().is_power_of_two() {
            return Err(BadSnapshot);
        }
        // What this count has begun with is of no use.
        let begun = Shelf::of(shelf, self.chunk_bytes(self.shelf.part_count()));
        self.runs.drain(..).for_each(Run::remove);
        self.shelf = begun;
        let named = runs.iter().chain(self.shelf.runs()).map(Run::numbers);
        let named: Vec<(u64, u64)> = named.map(|[number, bytes, _]| (number, bytes)).collect();
        (self.first_run, self.written) = (first_run, written);
        (self.at, self.part_count) = (at, read_size(part_count)?);
        (self.usual_passes, self.is_over) = (usual_passes, is_over);
        (self.runs, self.passes) = (runs.into(), passes);
        (self.kept_totals, self.totals) = (totals.clone(), totals);
        self.reader.rewind();
        // Another count may have come after one that is over.
        let end = if is_over { Bound::Excluded(end) } else { Bound::Unbounded };
        let taken_up = self.scratch.take_up(name, (Bound::Included(first_run), end), &named);
        Ok(taken_up.map_err(|error| Fault::reading(&error)))
    }

    /// How many vertices are settled, and how many there are.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.at, self.stage_count)
    }

    /// The number of the part that is under way, from 1 on, and how many there are.
    pub(crate) fn part(&self) -> (usize, usize) {
        (self.part_count - self.runs.len() + 1, self.part_count)
    }

    /// The vertex that is settled now; none if it is over.
    pub(crate) fn stage(&self) -> Option<usize> {
        (!self.is_over).then_some(self.at)
    }

    /// Whether the vertex that is settled now is the last.
    pub(crate) fn is_last_stage(&self) -> bool {
        self.at + 1 == self.stage_count
    }

    /// How many parity classes of solutions there are.
    pub(crate) fn parities(&self) -> usize {
        self.totals.len()
    }

    /// The memory that may be used, in bytes.
    pub(crate) fn budget(&self) -> usize {
        self.budget
    }

    /// Bytes written so far.
    pub(crate) fn written(&self) -> u64 {
        self.written + self.shelf.written()
    }

    /// How many records the part has that is under way.
    pub(crate) fn records(&self) -> usize {
        self.runs.front().map_or(0, Run::records)
    }

    /// What is left of a chunk, with padding, and its length without that. Nothing if the part is
    /// at its end.
    ///
    /// # Errors
    /// If the part cannot be read, or is damaged.
    pub(crate) fn rest(&mut self) -> Result<(&[u8], usize), Fault> {
        let Some(run) = self.runs.front() else { return Ok((&[], 0)) };
        self.reader.rest(run)
    }

    /// Notes that so many bytes of it are used.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.reader.advance(bytes);
    }

    /// The parts of the next level.
    pub(crate) fn shelf(&mut self) -> &mut Shelf<'s> {
        &mut self.shelf
    }

    /// How many bits of a hash name a part of the next level.
    pub(crate) fn part_bits(&self) -> u32 {
        self.shelf.part_count().ilog2()
    }

    /// The pass that is under way.
    pub(crate) fn pass(&self) -> Pass {
        self.passes.last().copied().unwrap_or(Pass { residue: 0, modulus: 1 })
    }

    fn begin_part(&mut self) {
        let modulus = self.usual_passes;
        self.passes.extend((0..modulus).map(|residue| Pass { residue, modulus }));
        self.reader.rewind();
    }

    /// Begins the pass again, as two passes with half of its states each.
    pub(crate) fn split_pass(&mut self) {
        let Pass { residue, modulus } = self.pass();
        self.passes.pop();
        let half = |residue: u64| Pass { residue, modulus: 2 * modulus };
        self.passes.extend([half(residue + modulus), half(residue)]);
        self.usual_passes = self.usual_passes.max(2 * modulus);
        self.begin_again();
    }

    /// Begins the pass again.
    pub(crate) fn begin_again(&mut self) {
        self.reader.rewind();
        self.forget();
    }

    /// Notes that the solutions are found for good (Q3).
    pub(crate) fn keep(&mut self) {
        self.kept_totals.clone_from(&self.totals);
    }

    /// Forgets solutions that are not found for good (Q3).
    pub(crate) fn forget(&mut self) {
        self.totals.clone_from(&self.kept_totals);
    }

    /// Goes on to the next pass or part. Says whether there is none, and the level ends.
    pub(crate) fn end_pass(&mut self) -> bool {
        self.keep();
        self.passes.pop();
        self.reader.rewind();
        if !self.passes.is_empty() {
            return false;
        }
        let read = self.runs.pop_front();
        self.retired.extend(read.filter(|_| self.is_kept));
        self.begin_part();
        self.runs.is_empty()
    }

    /// Goes on to the next level, whose followers are gathered in so many parts. Says whether there
    /// is none, and all is over.
    ///
    /// # Errors
    /// If what waits cannot be written.
    pub(crate) fn end_level(&mut self, next_parts: usize) -> Result<bool, Fault> {
        let shelf = std::mem::replace(&mut self.shelf, Shelf::of(Vec::new(), 0));
        let (runs, written) = shelf.finish()?;
        self.written += written;
        (self.part_count, self.runs) = (runs.len(), runs.into());
        self.at += 1;
        self.is_over = self.at == self.stage_count || self.runs.is_empty();
        if self.is_over {
            self.at = self.stage_count;
        }
        self.begin_shelf(next_parts);
        self.usual_passes = 1;
        self.passes.clear();
        self.begin_part();
        Ok(self.is_over)
    }

    /// The bytes held for reading.
    pub(crate) fn held(&self) -> usize {
        self.reader.held()
    }
}

/// How many parts a level needs, a power of two, if each is to have so many states and that many
/// are expected. One part is not filled like another: twice as many are taken as would do.
pub(crate) fn part_count(expected: u128, part_states: usize) -> usize {
    let parts = expected.div_ceil(part_states.max(1) as u128).min(MOST_PARTS as u128);
    let parts = usize::try_from(parts).unwrap_or(MOST_PARTS);
    if parts <= 1 { 1 } else { (2 * parts).next_power_of_two().min(MOST_PARTS) }
}
