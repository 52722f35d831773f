//! Tests of the engine for tilings.

mod counts;
mod dissections;
mod printed;
mod rhombs;
mod walks;
