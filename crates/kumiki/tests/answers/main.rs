//! From question to answer, family by family.

mod antislide;
mod cover;
mod graph;
mod levels;
mod slide;
mod tile;
mod tours;
mod trace;
