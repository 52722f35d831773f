//! Laws and signs of the rings.

mod laws;
mod signs;
