//! Tests of the engine for tilings.

mod counts;
mod dissections;
mod rhombs;
mod snapshots;
mod walks;
