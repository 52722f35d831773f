//! Tables against naive search, sums against true distances, and what partitions and tables refuse.

mod checks;
mod naive;
mod partitions;
mod snapshots;
mod sums;
mod tables;
