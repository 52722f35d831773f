//! Tests of the engine for tilings.

mod counts;
mod printed;
mod rhombs;
mod walks;
