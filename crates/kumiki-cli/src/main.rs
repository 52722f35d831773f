//! The command `kumiki`.
fn main() {}
