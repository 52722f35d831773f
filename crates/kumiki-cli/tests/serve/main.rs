//! `kumiki serve` as pages, and those who attack it, meet it: the real command, real connections.
//!
//! Built with the feature only: `cargo test -p kumiki-cli --features serve --test serve`.
#![cfg(target_os = "linux")]

mod attacks;
mod client;
mod door;
mod jobs;
mod process;
mod sharing;
