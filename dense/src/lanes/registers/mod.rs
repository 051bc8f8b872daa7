//! Vector registers: the only unsafe code of the library.
//!
//! | file | holds |
//! |---|---|
//! | `avx2.rs` | sixteen lanes in a register of 256 bits |
//! | `avx512.rs` | lanes for all bands in one of 512 bits |
//! | `neon.rs` | sixteen lanes in two of 128 bits |
//!
//! All of it is instructions, each block with the reason why they may be used, and registers that are read from
//! memory and written to it. A value in a register is made only by a kernel whose constructor asserted that the
//! machine [has it](crate::lanes::machine::Machine::is_available).

#![allow(unsafe_code, reason = "vector instructions; each block says why it is sound")]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
