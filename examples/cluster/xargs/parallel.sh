#!/usr/bin/env bash
# Answers units by GNU parallel, a process for each core: parallel.sh SUBJECT UNITS REPORTS OPTION...
set -euo pipefail
subject=$1 units=$2 reports=$3
shift 3
jobs=$((16 * $(nproc)))
seq "$jobs" | parallel --will-cite --quote --retries 3 \
  "${RESIDUA:-residua}" work "$subject" "$units" --part "{}/$jobs" --out "$reports" "$@"
"${RESIDUA:-residua}" merge "$subject" "$units" "$reports" "$@"
