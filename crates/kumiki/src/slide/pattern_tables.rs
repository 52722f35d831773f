//! Pattern tables: found in the cache or made, proved if that is wanted, and packed.

use crate::SolveError;
use kumiki_run::{Ended, Kept, Runner, TableCache, available_bytes};
use kumiki_search::Fuel;
use kumiki_slide::patterns::{
    PackedTable, PatternError, PatternShape, PatternTable, Pause, TableBuilder, TableCheck,
};
use std::sync::Arc;

/// Tables with fewer entries are made faster than they are found.
const ENTRIES_TO_KEEP: usize = 100_000;

/// So many words of 64 states are worked on between two looks at the clock.
const SIP: u64 = 1 << 14;

/// How far pattern tables are trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// As they are made, or kept with a checksum.
    AsTheyAre,
    /// Only after a walk through all arrangements has proved every entry, which takes as long as
    /// making them.
    Proved,
}

/// What the table of a shape is called in the cache.
fn kept_name(shape: &PatternShape) -> String {
    format!("pattern-{shape}")
}

/// Whether there are files for all tables in the cache.
pub(super) fn are_kept(shapes: &[PatternShape], cache: &TableCache) -> bool {
    shapes.iter().all(|shape| cache.path(&kept_name(shape)).is_some_and(|path| path.is_file()))
}

/// Packs tables one by one, and lets each go as soon as it is packed.
pub(super) fn packed(tables: Vec<Arc<PatternTable>>) -> Vec<Arc<PackedTable>> {
    tables.into_iter().map(|table| Arc::new(PackedTable::new(&table))).collect()
}

/// Finds a table in the cache, or makes it and keeps it there.
pub(super) fn table(
    shape: PatternShape,
    trust: Trust,
    cache: &TableCache,
    runner: &Runner,
    warnings: &mut Vec<String>,
) -> Result<Result<PatternTable, Ended>, SolveError> {
    let name = kept_name(&shape);
    let is_kept = shape.entry_count() >= ENTRIES_TO_KEEP;
    if is_kept {
        let unusable = match cache.load(&name) {
            Kept::Table(entries) => match PatternTable::from_entries(shape.clone(), entries) {
                Ok(table) => match prove(&table, trust, runner) {
                    (Ended::Complete, Ok(())) => return Ok(Ok(table)),
                    (Ended::Complete, Err(error)) => Some(error.to_string()),
                    (ended, _) => return Ok(Err(ended)),
                },
                Err(error) => Some(error.to_string()),
            },
            Kept::Unusable(reason) => Some(reason),
            Kept::Absent => None,
        };
        warnings
            .extend(unusable.map(|reason| format!("the kept table {name} is made anew: {reason}")));
    }
    let table = match make(shape, runner) {
        Ok(table) => table,
        Err(ended) => return Ok(Err(ended)),
    };
    match prove(&table, trust, runner) {
        (Ended::Complete, Ok(())) => {}
        (Ended::Complete, Err(error)) => {
            let first = format!("that the table {name} is right");
            return Err(SolveError::Disagreement { first, second: error.to_string() });
        }
        (ended, _) => return Ok(Err(ended)),
    }
    if is_kept && let Err(error) = cache.store(&name, table.entries()) {
        warnings.push(format!("the table {name} cannot be kept for the next time: {error}"));
    }
    Ok(Ok(table))
}

/// Makes a table, unless something stops it.
fn make(shape: PatternShape, runner: &Runner) -> Result<PatternTable, Ended> {
    let mut builder = TableBuilder::new(shape);
    let ended = runner.alone("making tables", |reporter| {
        loop {
            match builder.advance(&mut Fuel(SIP)) {
                Pause::Done => return true,
                Pause::OutOfFuel => {}
            }
            let (settled, all) = builder.progress();
            if !reporter.go_on(share(settled, all), SIP) {
                return false;
            }
        }
    });
    if ended == Ended::Complete { Ok(builder.finish()) } else { Err(ended) }
}

/// Proves a table right or wrong if that is wanted, unless something stops it.
fn prove(table: &PatternTable, trust: Trust, runner: &Runner) -> (Ended, Result<(), PatternError>) {
    if trust == Trust::AsTheyAre {
        return (Ended::Complete, Ok(()));
    }
    let mut check = TableCheck::new(table);
    let mut verdict = Ok(());
    let ended = runner.alone("checking tables", |reporter| {
        loop {
            match check.advance(&mut Fuel(SIP)) {
                Ok(Pause::Done) => return true,
                Ok(Pause::OutOfFuel) => {}
                Err(error) => {
                    verdict = Err(error);
                    return true;
                }
            }
            let (met, all) = check.progress();
            if !reporter.go_on(share(met, all), SIP) {
                return false;
            }
        }
    });
    (ended, verdict)
}

/// A part of a whole, for the progress line.
fn share(part: usize, whole: usize) -> f64 {
    let number = |count: usize| u32::try_from(count >> 8).map_or(f64::MAX, f64::from) + 1.0;
    number(part) / number(whole)
}

/// Refuses tables that do not fit into memory. All are held together; making one takes some more,
/// and so does packing them.
pub(super) fn check_memory(shapes: &[PatternShape], runner: &Runner) -> Result<(), SolveError> {
    let entries: usize = shapes.iter().map(PatternShape::entry_count).sum();
    let more = shapes.iter().map(|shape| shape.bytes_to_build() - shape.entry_count()).max();
    let needed = (entries + more.unwrap_or(0).max(entries.div_ceil(2))) as u64;
    let allowed = runner.limits.memory_bytes.into_iter().chain(available_bytes()).min();
    match allowed {
        Some(limit) if needed > limit => Err(SolveError::TableMemory { needed, limit }),
        _ => Ok(()),
    }
}
