//! The lines from the inside, and the program from the outside.

mod lines;
mod program;
