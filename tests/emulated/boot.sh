#!/usr/bin/env bash
# boot.sh PROGRAM [ARGUMENT...]: boots Linux in Bochs, on a machine with AVX-512, and runs a static program there. Prints
# what it prints and how many instructions it took, and ends with its exit code. Arguments are single words. `avx512.sh` gets
# what it needs, and has Cargo call it for each program of tests. Where EMULATED_SECONDS is set, it ends after so much computing.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
made=$(realpath "$here/../../target/emulated")
machine=$(mktemp -d "$made/machine.XXXXXX")
bochs=
trap '[ -z "$bochs" ] || kill -KILL "$bochs" 2>/dev/null || true; rm -rf "$machine"' EXIT

# A file system for the guest, in memory: its first process and the program.
mkdir -p "$machine/root" "$machine/cd/isolinux"
strip -o "$machine/root/program" "$1"
gcc -O2 -Wall -Wextra -Werror -static -o "$machine/root/init" "$here/init.c"
(cd "$machine/root" && find . | cpio --quiet -o -H newc) >"$machine/cd/isolinux/initrd"
shift

# A CD to boot from. Linux does not come up with all that Bochs says it has, so some of it is hidden from the kernel. Without tests
# of its own and security modules it boots in half the time. If it panics, the machine ends. What follows `--` is for the program.
options="console=ttyS0,115200 quiet loglevel=3 panic=-1 reboot=t clearcpuid=pku,xsaves,xsavec,fsrm,erms"
options+=" mitigations=off cryptomgr.notests lsm="
cp "$made"/guest/* "$machine/cd/isolinux/"
cat >"$machine/cd/isolinux/isolinux.cfg" <<END
DEFAULT linux
LABEL linux
  KERNEL vmlinuz
  APPEND initrd=initrd $options -- $*
END
xorriso -as mkisofs -quiet -o "$machine/boot.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat \
  -no-emul-boot -boot-load-size 4 -boot-info-table "$machine/cd" 2>"$machine/xorriso.log" ||
  { cat "$machine/xorriso.log" >&2; exit 1; }

# Debian's Bochs comes with a debugger, which is given commands to continue, and to quit at the end. It reacts to no signal but KILL, and
# computes all the time, also while the guest waits: so a limit of computing ends it for certain.
: >"$machine/console"
printf 'c\nq\n' >"$machine/commands"
(
  cd "$machine"
  ulimit -t "${EMULATED_SECONDS:-unlimited}"
  TERM=xterm exec bochs -q -f "$here/bochsrc" -rc commands </dev/null >screen 2>&1
) &
bochs=$!
tail --pid="$bochs" -n +1 -f "$machine/console" | sed -u 's/\r$//'
bochs=
code=$(sed -n 's/^guest: exit code \([0-9]*\),.*/\1/p' "$machine/console" | tail -n 1)
[ -n "$code" ] || { echo "the emulated machine did not come to its end:"; tail -n 20 "$machine/log"; exit 1; } >&2
exit "$code"
