//! Counts and diagrams of subgraphs, against lists and known figures.

mod figures;
mod filed;
mod folded;
mod naive;
mod small_graphs;
mod snapshots;
mod told;
