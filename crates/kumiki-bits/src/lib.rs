//! Engine: exact cover on bit sets of options.
#![deny(unsafe_code)]

mod search;
mod space;
mod table;
mod tail;
mod vector;

pub use space::{BitsSearch, BitsSpace};

/// The most options: the table of clashes then takes 32 MB.
pub const MAX_OPTIONS: usize = 1 << 14;

/// The most primary items.
pub const MAX_ITEMS: usize = 1 << 12;

/// Why this engine cannot search a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsuited {
    /// It has multiplicities, requirements or options without primary items.
    NotPlain,
    /// It has more than [`MAX_OPTIONS`] options.
    TooManyOptions {
        /// How many it has.
        options: usize,
    },
    /// It has more than [`MAX_ITEMS`] primary items, or too many items altogether.
    TooManyItems {
        /// How many it has.
        items: usize,
    },
}

impl std::fmt::Display for Unsuited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotPlain => write!(f, "problem with multiplicities, requirements or free options"),
            Self::TooManyOptions { options } => {
                write!(f, "problem with {options} options, expected at most {MAX_OPTIONS}")
            }
            Self::TooManyItems { items } => {
                write!(f, "problem with {items} items, expected at most {MAX_ITEMS}")
            }
        }
    }
}

impl std::error::Error for Unsuited {}
