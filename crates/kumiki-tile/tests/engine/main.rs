//! Tests of the engine for tilings.

mod counts;
mod dissections;
mod levels;
mod rhombs;
mod snapshots;
mod teams;
mod walks;
