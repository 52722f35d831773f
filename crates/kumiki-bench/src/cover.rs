//! `cargo xtask bench cover`: exact covers and packing puzzles, beside another program for exact
//! covers.
//!
//! An instance is written to a file, which the command and the peer read. Our time is the one that
//! the answer reports and the peer's the one that it prints: both run from the problem, already
//! read, to the count. All runs of an instance take turns, so that a machine which is slower for a
//! while is slower for all of them.
//!
//! * `cases`: what is measured, and what is expected of it.
//! * `instances`: how the files are made.
//! * `peer`: the other program, run and read.
//! * `measure`: an instance measured and checked.

mod cases;
mod instances;
mod measure;
mod peer;

use super::product::Product;
use super::report::Row;
use super::workshop::Workshop;
use crate::args::BenchArgs;
use crate::failure::Failure;
use cases::INSTANCES;
use peer::Peer;

/// Measures the instances that are asked for.
pub(super) fn run(args: &BenchArgs, rows: &mut Vec<Row>) -> Result<(), Failure> {
    let instances =
        super::wanted(args, INSTANCES, |instance| instance.name, |instance| instance.is_long)?;
    let product = Product::find(args.program.as_deref())?;
    let peer = Peer::find(args.peer.as_deref())?;
    super::warn_if_unoptimised();
    let workshop = Workshop::open()?;
    for instance in instances {
        rows.extend(measure::measure(instance, &product, peer.as_ref(), &workshop)?);
    }
    Ok(())
}
