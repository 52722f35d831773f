//! Plans keep everything a problem says, and cases cut it into parts that meet every class once.

mod cases;
mod orders;
mod parts;
mod symmetric;
