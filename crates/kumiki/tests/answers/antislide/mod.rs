//! Anti-sliding bricks from question to answer: known figures, the naive counter, threads, and
//! early ends.

mod asking;
mod figures;
mod files;
mod listing;
mod oracle;
mod stopping;
mod threads;
