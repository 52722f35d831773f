//! The kit on engines that are right, and on engines with planted faults.

mod sums;
mod words;
