#!/usr/bin/env bash
# avx512.sh [TEST-FILTER...]: runs tests on an emulated machine with AVX-512, for those who have none. Without filters, those of
# what the forms compute with, and the golden table. Ends with the exit code of the tests.
#
# Cargo builds static programs of the tests, and `boot.sh` boots Linux in Bochs for each and runs it there. It takes minutes to
# build, half a minute to boot, and then as long as instructions take: some 50 million a second, but under three million of those
# on registers of 512 bits. The times that the tests print are the guest's, and mean nothing. What it needs are packages of Debian
# (12, Bochs 2.7) and the network; all that it makes, and the kernel that it downloads, goes below `target/emulated`.
#
# Bochs 2.7 computes some instructions wrongly: vpexpandb and vpexpandw from memory, masked vpmultishiftqb, vpshufbitqmb,
# vpconflictd and vpconflictq, vgf2p8affineqb. The form for AVX-512 uses none of them.
set -euo pipefail
cd "$(dirname "$0")/../.."
made=target/emulated
platform=x86_64-unknown-linux-gnu
[ $# -gt 0 ] || set -- layout lanes lookahead golden

die() { echo "$*" >&2; exit 1; }
command -v cargo >/dev/null || die "cargo is missing: install Rust by rustup"
command -v dpkg-query >/dev/null || die "dpkg-query is missing: this takes its parts from Debian"
missing=()
for package in bochs bochs-term gcc libc6-dev cpio xorriso; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] || die "missing: apt-get install ${missing[*]}"

# A kernel for virtual machines, which needs no modules to boot here, and what loads it. They are unpacked, not installed.
get_guest() {
  rm -rf "$made/packages"
  mkdir -p "$made/packages/guest"
  cd "$made/packages"
  local kernel
  kernel=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/^ *Depends: \(linux-image-.*\)/\1/p')
  [ -n "$kernel" ] || die "no kernel is known to apt-cache: apt-get update"
  apt-get download -qq -o APT::Sandbox::User=root "$kernel" isolinux syslinux-common ||
    die "Debian's packages do not come: apt-get update, or no network"
  for package in *.deb; do dpkg-deb -x "$package" .; done
  cp usr/lib/ISOLINUX/isolinux.bin usr/lib/syslinux/modules/bios/ldlinux.c32 guest/
  cp boot/vmlinuz-* guest/vmlinuz
  mv guest ..
}
if [ ! -d "$made/guest" ]; then
  (get_guest)
  rm -rf "$made/packages"
fi

export RUSTFLAGS="-C target-feature=+crt-static"
export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=tests/emulated/boot.sh
exec cargo test -p residua-dense --lib --test it --no-fail-fast --target "$platform" --target-dir "$made/build" -- "$@"
