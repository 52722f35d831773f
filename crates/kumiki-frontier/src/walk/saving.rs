//! Levels written down as plain numbers, and read.

use super::{BATCH, Begun, Boxes, Levels, Phase, lock};
use crate::entry::{Entry, Total};
use crate::saving::{entry_width, load_entry, load_totals, save_entry, save_totals};
use crate::table::{Hashing, LEAST_PLACES, Table};
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter, read_flag, read_size};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A walk that was read.
struct Saved<E> {
    /// What the level began with, but for its states.
    begun: Begun,
    /// The states that the level began with, by part. No parts if the walk had ended.
    source: Vec<Vec<E>>,
    /// The tables of the level under way, by part.
    next: Vec<Mutex<Table<E>>>,
    /// Solutions found in the level under way, by parity of the label.
    fresh_totals: Vec<Total>,
    /// Whether the level has to be begun again with wider entries; then the tables are empty.
    has_overflowed: bool,
    /// Whether the round was one of W2.
    is_absorbing: bool,
    /// The first cut of the round, or of the round before if this one absorbs.
    from: usize,
    /// How many cuts that round had.
    unit_count: usize,
    /// For each unit of the current round: whether it had run (W5).
    is_worked: Vec<AtomicBool>,
    /// The children that wait, for each unit that expands. None if there is one part.
    waiting: Vec<Mutex<Boxes<E>>>,
}

impl<E: Entry> Levels<E> {
    /// Writes down all levels, the one under way as far as it is.
    pub(super) fn save(&self, writer: &mut RecordWriter<'_>) {
        let parities = self.totals.len();
        let (is_absorbing, to) = match self.phase {
            Phase::Expanding { to, .. } => (false, to),
            Phase::Absorbing { to } => (true, to),
        };
        let has_overflowed = self.has_overflowed.load(Ordering::Relaxed);
        let parts = self.source.len();
        let unit_count = if parts == 0 { 0 } else { self.waiting.len() };
        writer.numbers(&[
            self.at as u64,
            u64::from(self.part_bits),
            parts as u64,
            self.transitions.load(Ordering::Relaxed),
        ]);
        writer.numbers(&[
            u64::from(has_overflowed),
            u64::from(is_absorbing),
            (to - unit_count) as u64,
            unit_count as u64,
        ]);
        save_totals(writer, &self.totals);
        save_totals(writer, &lock(&self.fresh_totals));
        let width = entry_width::<E>(parities);
        let put = |entry: &E, line: &mut Vec<u64>| save_entry(entry, parities, self.mask, line);
        for part in &self.source {
            writer.list(width, part, put);
        }
        for table in self.next.iter().take(parts).map(lock) {
            if has_overflowed {
                // The level will be begun again, and sums without room are no sums.
                writer.numbers(&[LEAST_PLACES as u64]);
                writer.list(width, &[], put);
                continue;
            }
            writer.numbers(&[table.place_count() as u64]);
            writer.counted_list(width, table.len(), table.in_order(), put);
        }
        writer.list(1, &self.is_worked, |is_worked, line| {
            line.push(u64::from(is_worked.load(Ordering::Relaxed)));
        });
        if self.part_bits > 0 {
            for boxes in self.waiting.iter().take(unit_count).map(lock) {
                let len = boxes.iter().map(Vec::len).sum();
                let entries = boxes.iter().flatten().map(|(entry, _)| entry);
                writer.counted_list(width, len, entries, put);
            }
        }
    }

    /// Goes on from what levels of the same width have written down.
    pub(super) fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot> {
        let saved = self.read(reader)?;
        self.take_over(saved)
    }

    /// Reads what [`Levels::save`] has written.
    fn read(&self, reader: &mut RecordReader<'_>) -> Result<Saved<E>, BadSnapshot> {
        let parities = self.totals.len();
        let [at, part_bits, part_count, transitions] = reader.numbers()?;
        let [has_overflowed, is_absorbing, from, unit_count] = reader.numbers()?;
        let (at, part_count) = (read_size(at)?, read_size(part_count)?);
        let part_bits = u32::try_from(part_bits).map_err(|_| BadSnapshot)?;
        let is_over = part_count == 0;
        if at > self.stage_count
            || part_bits > crate::count::MOST_PART_BITS
            || !(is_over || at < self.stage_count && part_count == 1 << part_bits)
        {
            return Err(BadSnapshot);
        }
        let totals = load_totals(reader, parities)?;
        let fresh_totals = load_totals(reader, parities)?;
        let hashing = Hashing::new(at, part_bits, self.mask);
        let mut source: Vec<Vec<E>> = Vec::new();
        for _ in 0..part_count {
            source.push(self.read_entries(reader)?);
        }
        let mut next = Vec::new();
        for part in &source {
            let [size] = reader.numbers()?;
            let (size, states) = (read_size(size)?, self.read_entries(reader)?);
            // No table is larger than that: it begins with at most six places for each state of
            // the level, and grows when it is three quarters full, at most to four times the size.
            let most = LEAST_PLACES + 6 * (part.len() + states.len() + BATCH + LEAST_PLACES);
            if size > most || size < LEAST_PLACES {
                return Err(BadSnapshot);
            }
            let table = Table::refilled(&states, size, &hashing).ok_or(BadSnapshot)?;
            next.push(Mutex::new(table));
        }
        let mut is_worked = Vec::new();
        for flag in reader.words()? {
            is_worked.push(AtomicBool::new(read_flag(flag)?));
        }
        let mut waiting = Vec::new();
        let has_waiting = part_bits > 0 && !is_over;
        for _ in 0..if has_waiting { unit_count } else { 0 } {
            let mut boxes: Boxes<E> = vec![Vec::new(); part_count];
            for entry in self.read_entries(reader)? {
                let (part, hash) = hashing.part_and_hash(entry.key(self.mask));
                boxes[part].push((entry, hash));
            }
            waiting.push(Mutex::new(boxes));
        }
        Ok(Saved {
            begun: Begun {
                mask: self.mask,
                part_bits,
                cutting: self.cutting,
                at,
                totals,
                transitions,
            },
            source,
            next,
            fresh_totals,
            has_overflowed: read_flag(has_overflowed)?,
            is_absorbing: read_flag(is_absorbing)?,
            from: read_size(from)?,
            unit_count: read_size(unit_count)?,
            is_worked,
            waiting,
        })
    }

    fn read_entries(&self, reader: &mut RecordReader<'_>) -> Result<Vec<E>, BadSnapshot> {
        let parities = self.totals.len();
        let mut entries = Vec::new();
        reader.list(entry_width::<E>(parities), |numbers| {
            entries.push(load_entry(numbers, parities, self.mask)?);
            Ok(())
        })?;
        Ok(entries)
    }

    /// Goes on from what was read.
    fn take_over(&mut self, saved: Saved<E>) -> Result<(), BadSnapshot> {
        let Saved { begun, source, next, .. } = saved;
        let Begun { part_bits, at, totals, transitions, .. } = begun;
        if next.is_empty() {
            (self.next, self.waiting) = (Vec::new(), Vec::new());
            (self.part_bits, self.at, self.totals) = (part_bits, at, totals);
            self.transitions = AtomicU64::new(transitions);
            self.source.clear();
            self.finish();
            return Ok(());
        }
        (self.part_bits, self.at, self.source) = (part_bits, at, source);
        self.waiting.clear();
        self.begin_level();
        if saved.from > self.cuts.len() {
            return Err(BadSnapshot);
        }
        self.begin_round(saved.from);
        if let Phase::Expanding { to, .. } = self.phase {
            if saved.unit_count != to - saved.from {
                return Err(BadSnapshot);
            }
            if saved.is_absorbing {
                self.phase = Phase::Absorbing { to };
            }
        }
        if saved.is_worked.len() != self.unit_count() || (saved.is_absorbing && part_bits == 0) {
            return Err(BadSnapshot);
        }
        (self.next, self.is_worked) = (next, saved.is_worked);
        if part_bits > 0 {
            self.waiting = saved.waiting;
        }
        (self.totals, self.fresh_totals) = (totals, Mutex::new(saved.fresh_totals));
        self.has_overflowed = AtomicBool::new(saved.has_overflowed);
        self.transitions = AtomicU64::new(transitions);
        Ok(())
    }
}
