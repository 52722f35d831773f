//! Short ways to write down questions and solutions in tests.

pub mod bricks;
pub mod pieces;
pub mod tilings;
