#!/usr/bin/env bash
# neon.sh [TEST-FILTER...]: runs tests for a machine of 64-bit ARM, which has NEON, on an emulated one. Without filters, all of
# the dense engine's. Ends with the exit code of the tests.
#
# Cargo builds the tests for such a machine, and QEMU runs each program of them: no system is booted. That takes ten to fifteen
# times as long as without, a few minutes. What it needs are packages of Debian, and Rust's standard library
# for that target: `rustup target add aarch64-unknown-linux-gnu`, or, beside a `rustc` of Debian's own, `libstd-rust-dev:arm64`.
set -euo pipefail
cd "$(dirname "$0")/../.."
platform=aarch64-unknown-linux-gnu

die() { echo "$*" >&2; exit 1; }
command -v cargo >/dev/null || die "cargo is missing: install Rust by rustup"
[ -d "$(rustc --print target-libdir --target "$platform")" ] ||
  die "no standard library for $platform: rustup target add $platform"
for tool in qemu-aarch64 aarch64-linux-gnu-gcc; do
  command -v "$tool" >/dev/null || die "$tool is missing: apt-get install qemu-user gcc-aarch64-linux-gnu"
done

export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER=qemu-aarch64
# Static, so that no library of that machine has to be found when it runs.
export RUSTFLAGS="-C target-feature=+crt-static"
exec cargo test -p residua-dense --lib --test it --no-fail-fast --target "$platform" --target-dir target/emulated/neon -- "$@"
