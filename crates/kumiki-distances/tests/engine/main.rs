//! Tables of distances, against a naive search and known figures.

mod agreement;
mod figures;
mod snapshots;
