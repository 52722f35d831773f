//! What comes with Kumiki, and packing puzzles stated as exact-cover problems.

mod pack;
mod tilings;
