#!/usr/bin/env bash
# Answers units by xargs, a process for each core: xargs.sh SUBJECT UNITS REPORTS OPTION...
set -euo pipefail
subject=$1 units=$2 reports=$3
shift 3
cores=$(nproc)
jobs=$((16 * cores))
# After a process is killed, xargs starts no more: then once again, which makes only the reports that are missing.
for _ in 1 2 3; do
  if seq "$jobs" | xargs -P "$cores" -I{} "${RESIDUA:-residua}" work "$subject" "$units" --part "{}/$jobs" --out "$reports" "$@"; then
    break
  fi
done
"${RESIDUA:-residua}" merge "$subject" "$units" "$reports" "$@"
