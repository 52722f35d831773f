//! The judge's counters, compared with second definitions and with known figures.

mod automorphisms;
mod bricks;
mod covers;
mod subgraphs;
mod tilings;
