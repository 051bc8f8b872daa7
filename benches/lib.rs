//! Benches by criterion, apart from the library so that its tests need not build criterion: `cargo bench -p residua-benches`.
