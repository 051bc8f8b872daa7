#!/usr/bin/env bash
# The job after the array: merge.sh SUBJECT UNITS REPORTS OPTION...
set -euo pipefail
"$RESIDUA" merge "$@" >"$3/merged.part"
mv "$3/merged.part" "$3/merged"
