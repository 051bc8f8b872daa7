//! The command line of residua.
fn main() {}
