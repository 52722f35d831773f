//! Typed ids, vectors that only the right id can index, and fixed-width sets of ids.
//!
//! An exact-cover engine juggles items, options, cells and symmetries, all of them small numbers.
//! Mixing two of them up still compiles when they are bare integers, and then a wrong count looks
//! exactly like a right one. So each kind gets a type of its own:
//!
//! ```
//! use kumiki_id::{Id, IdVec, define_id};
//! define_id!(/** A cell of a board. */ pub struct CellId);
//!
//! let names: IdVec<CellId, &str> = ["a1", "a2"].into_iter().collect();
//! assert_eq!(names[CellId::new(1)], "a2");
//! ```
//!
//! [`Bits`] is a set of ids below `64 * W`, small enough to be copied at every node of a search.
//!
//! `as` widens numbers, which loses nothing; where a number becomes narrower, [`narrow`] or
//! `try_from` checks it, and a cast that could lose something is refused by the lints.
#![forbid(unsafe_code)]

mod bits;
mod idvec;

pub use bits::Bits;
pub use idvec::IdVec;

/// What every id can do: be made from a position and give it back.
pub trait Id: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug {
    /// The id at a position.
    ///
    /// # Panics
    /// If the position does not fit in 32 bits; no structure of ours is that long.
    fn new(position: usize) -> Self;
    /// The position, to index plain arrays.
    fn index(self) -> usize;
}

/// Narrows a position to the 32 bits an id holds.
///
/// # Panics
/// If it does not fit.
#[must_use]
pub fn narrow(position: usize) -> u32 {
    u32::try_from(position).expect("ids are positions in vectors far shorter than 2^32")
}

/// Declares a newtype over `u32` that implements [`Id`].
#[macro_export]
macro_rules! define_id {
    ($(#[$doc:meta])* $vis:vis struct $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis struct $name(u32);

        impl $crate::Id for $name {
            #[inline(always)]
            fn new(position: usize) -> Self {
                Self($crate::narrow(position))
            }
            #[inline(always)]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
