#!/usr/bin/env bash
# Tries Ray on this machine alone: see ../check.sh.
set -euo pipefail
cd "$(dirname "$0")"
source ../check.sh
: "${PYTHON:=python3}"
"$PYTHON" -c 'import ray' 2>/dev/null || { echo "no Ray for $PYTHON (PyPI: ray)" >&2; exit 3; }
# It reports its use to its makers otherwise.
export RAY_USAGE_STATS_ENABLED=0
echo "Ray"
check "process parent" "$PYTHON" drive.py
