//! Pattern tables: found where the host keeps them or made, proved if that is wanted, and packed.

use crate::Halt;
use kumiki_drive::{Run, StoredTable};
use kumiki_model::StoppedBy;
use kumiki_slide::patterns::{
    PackedTable, PatternError, PatternShape, PatternTable, TableBuilder, TableCheck,
};
use std::sync::Arc;

/// Tables with fewer entries are made faster than they are found.
const ENTRIES_TO_KEEP: usize = 100_000;

/// How far pattern tables are trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// As they are made, or kept with a checksum.
    AsTheyAre,
    /// Only after a walk through all arrangements has proved every entry, which takes as long as
    /// making them.
    Proved,
}

/// What the table of a shape is called where it is kept.
fn kept_name(shape: &PatternShape) -> String {
    format!("pattern-{shape}")
}

/// Whether all tables are kept.
pub(super) fn are_kept(shapes: &[PatternShape], run: &Run<'_>) -> bool {
    let has = |name: &str| run.host().tables().is_some_and(|tables| tables.has(name));
    shapes.iter().all(|shape| has(&kept_name(shape)))
}

/// Packs tables one by one, and lets each go as soon as it is packed.
pub(super) fn packed(tables: Vec<Arc<PatternTable>>) -> Vec<Arc<PackedTable>> {
    tables.into_iter().map(|table| Arc::new(PackedTable::new(&table))).collect()
}

/// Finds a table where the host keeps it, or makes it and keeps it there.
pub(super) fn table(
    shape: PatternShape,
    trust: Trust,
    run: &Run<'_>,
    warnings: &mut Vec<String>,
) -> Result<PatternTable, Halt> {
    let name = kept_name(&shape);
    let kept = run.host().tables().filter(|_| shape.entry_count() >= ENTRIES_TO_KEEP);
    if let Some(tables) = kept {
        let unusable = match tables.load(&name) {
            StoredTable::Table(entries) => match PatternTable::from_entries(shape.clone(), entries)
            {
                Ok(table) => match prove(&table, trust, run)? {
                    Ok(()) => return Ok(table),
                    Err(error) => Some(error.to_string()),
                },
                Err(error) => Some(error.to_string()),
            },
            StoredTable::Unusable(reason) => Some(reason),
            StoredTable::Absent => None,
        };
        warnings
            .extend(unusable.map(|reason| format!("the kept table {name} is made anew: {reason}")));
    }
    let table = make(shape, run)?;
    if let Err(error) = prove(&table, trust, run)? {
        let first = format!("that the table {name} is right");
        return Err(Halt::Disagreement { first, second: error.to_string() });
    }
    if let Some(tables) = kept
        && let Err(error) = tables.store(&name, table.entries())
    {
        warnings.push(format!("the table {name} cannot be kept for the next time: {error}"));
    }
    Ok(table)
}

/// Makes a table.
fn make(shape: PatternShape, run: &Run<'_>) -> Result<PatternTable, StoppedBy> {
    let mut builder = TableBuilder::new(shape);
    run.stages("making tables", &mut builder)?;
    Ok(builder.finish())
}

/// Proves a table right or wrong if that is wanted.
fn prove(
    table: &PatternTable,
    trust: Trust,
    run: &Run<'_>,
) -> Result<Result<(), PatternError>, StoppedBy> {
    if trust == Trust::AsTheyAre {
        return Ok(Ok(()));
    }
    run.stages("checking tables", &mut TableCheck::new(table))
}

/// Refuses tables that do not fit into memory. All are held together; making one takes some more,
/// and so does packing them.
pub(super) fn check_memory(shapes: &[PatternShape], run: &Run<'_>) -> Result<(), Halt> {
    let entries: usize = shapes.iter().map(PatternShape::entry_count).sum();
    let more = shapes.iter().map(|shape| shape.bytes_to_build() - shape.entry_count()).max();
    let needed = (entries + more.unwrap_or(0).max(entries.div_ceil(2))) as u64;
    let allowed = run.memory_limit().into_iter().chain(run.host().available_bytes()).min();
    match allowed {
        Some(limit) if needed > limit => Err(Halt::TableMemory { needed, limit }),
        _ => Ok(()),
    }
}
