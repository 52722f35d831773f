//! The bench and its peer as they are run, in processes of their own.

mod cases;
mod peer;
mod program;
