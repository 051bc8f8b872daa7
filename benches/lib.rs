//! Benches by criterion, in a package of their own so that the library's tests need not build criterion: `cargo bench
//! -p residua-benches`.
