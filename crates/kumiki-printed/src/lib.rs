//! What five programs of D. E. Knuth print, byte for byte: `cargo run -p kumiki-printed`.
//!
//! | program | asks | module |
//! |---|---|---|
//! | `printed antislide 4x4x4` | ANTISLIDE: bricks that cannot slide, all packings | [`antislide`] |
//! | `printed antislide3 4x4x4` | ANTISLIDE3: the same, one of each class | [`antisliding_classes`] |
//! | `printed obdd 8x8` | OBDD: symmetric tours of a knight | [`obdd`] |
//! | `printed colorstar` | DECAGON-COLORSTAR: coloured triangles in a star | [`colorstar`] |
//! | `printed korf1 bc9e80df3412a756` | 15PUZZLE-KORF1: the fifteen puzzle | [`korf`] |
//!
//! # Why
//! Kumiki answers the questions of these programs by other methods, in another order and in other
//! words. Here the programs can be met as they were: what they print about their own questions,
//! with all lines that help to follow the search. The order of a search shows in its text, so each
//! module searches as its program does. How it does so is its own affair: these are no translations
//! of C, and each module says by which rules the order comes about.
//!
//! The crate is no part of the product. Nothing depends on it.
//!
//! # How we know
//! The originals were written out again in C and compiled; what they print was recorded and is kept
//! as SHA-256 digests of whole outputs, with a few lines to look at (`tests/printed`). Totals are
//! held against the answers of Kumiki, which are found by other methods.
//!
//! # What is not the same
//! * Options have names here. In the originals they are numbers of arguments, or constants to
//!   compile with.
//! * Seconds are masked, as `* sec`.
//! * What an original says when its arrays are too small is said only where a constant for it can
//!   be given (`obdd --max-nodes`).
//! * Exit codes of wrong questions are 2 here.

#![forbid(unsafe_code)]

pub mod antislide;
pub mod antisliding_classes;
mod block;
pub mod colorstar;
pub mod korf;
pub mod obdd;

pub use block::Sides;
