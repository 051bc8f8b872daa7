//! Sets of integers.
