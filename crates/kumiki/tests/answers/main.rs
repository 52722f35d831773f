//! From question to answer, family by family.

mod antislide;
mod cover;
mod divided;
mod graph;
mod levels;
mod resumed;
mod saved;
mod slide;
mod spaced;
mod tile;
mod told_twins;
mod tours;
mod trace;
