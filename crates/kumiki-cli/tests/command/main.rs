//! The command as its users meet it: the real program, run as a child process.
//!
//! Most tests are tables of command lines. What is expected comes from the contract of the command
//! line (exit codes, one line on stderr, one JSON object on stdout) and from published figures.

mod antislide;
mod ask;
mod bad_files;
mod bad_input;
mod cover;
mod drawings;
mod files;
mod forgeries;
mod graph;
mod help;
mod interruption;
mod judge;
mod limits;
mod long;
mod pack;
mod pictures;
mod program;
mod scratch;
mod slide;
mod solutions;
mod threads;
mod tile;
mod tours;
mod untrusted;
