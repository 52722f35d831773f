//! What comes with Kumiki: named puzzles, tilings and positions, and figures that are known about
//! them. Data only.
//!
//! # Structure
//! [`gallery`] has packing puzzles, [`tilings`] tiling problems, [`positions`] positions of sliding
//! tiles, as the files that a user would write. [`known`] has counts from elsewhere, with their
//! sources, and [`figures`] holds them against answers.
//!
//! # What is absent
//! Reading the files is `kumiki-formats`; stating puzzles as exact covers is `kumiki-reduce`.
//!
//! # How we know it is right
//! Each puzzle and tiling is read and counted in tests, and the counts are those of the sources.
#![forbid(unsafe_code)]

pub mod figures;
pub mod gallery;
pub mod known;
pub mod positions;
pub mod tilings;
