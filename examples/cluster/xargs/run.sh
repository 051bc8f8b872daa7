#!/usr/bin/env bash
# Tries xargs and GNU parallel: see ../check.sh.
set -euo pipefail
cd "$(dirname "$0")"
source ../check.sh
echo "xargs"
check process ./xargs.sh
command -v parallel >/dev/null || { echo "no GNU parallel here (Debian: parallel)" >&2; exit 3; }
echo "GNU parallel"
check process ./parallel.sh
