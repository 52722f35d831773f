//! Engine: exact covers counted, not listed, by merging equal states.
#![forbid(unsafe_code)]

mod count;
mod layout;
mod level;
mod order;
mod outwards;
mod sample;
mod weight;

pub use count::{MemoCount, Pause, Unsuited};
pub use sample::sample;

/// The longest states, in bits.
pub const MAX_STATE_BITS: usize = 256;
