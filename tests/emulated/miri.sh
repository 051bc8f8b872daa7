#!/usr/bin/env bash
# miri.sh [TEST-FILTER...]: runs tests in Miri, Rust's interpreter, which stops at undefined behaviour: as on a machine that has
# nothing but words, where the forms in words run, as on one with AVX2, and as on one with NEON. Without filters, those of what the
# forms compute with, and some Latin squares. Ends with the exit code of the first that fails.
#
# Miri takes some thousand times as long as a machine does. So the tests take few samples there, and of the random cases 3 of 1000,
# unless `RESIDUA_DEPTH` says otherwise; the golden table, `golden`, takes an hour and more even so. The form for AVX-512 is left
# out: Miri does not know all of its instructions. It comes with Rust's nightly toolchain only.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- lanes:: shuffles layout latin

die() { echo "$*" >&2; exit 1; }
command -v cargo >/dev/null || die "cargo is missing: install Rust by rustup"
cargo +nightly miri --version >/dev/null 2>&1 ||
  die "Miri is missing: rustup toolchain install nightly --profile minimal --component miri,rust-src"

export RESIDUA_DEPTH="${RESIDUA_DEPTH:-0.003}"
export MIRIFLAGS="-Zmiri-env-forward=RESIDUA_DEPTH ${MIRIFLAGS:-}"
as_on() {
  local machine=$1 platform=$2 features=$3
  shift 3
  echo "== as on a machine with $machine"
  RUSTFLAGS="${features:+-C target-feature=$features}" cargo +nightly miri test -p residua-dense --lib --test it \
    --no-fail-fast --target "$platform" --target-dir target/emulated/miri -- "$@"
}
as_on "words only" x86_64-unknown-linux-gnu "" "$@"
as_on AVX2 x86_64-unknown-linux-gnu +avx2,+bmi1,+bmi2,+lzcnt,+popcnt "$@"
as_on NEON aarch64-unknown-linux-gnu "" "$@"
