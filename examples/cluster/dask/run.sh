#!/usr/bin/env bash
# Tries Dask on this machine alone: see ../check.sh.
set -euo pipefail
cd "$(dirname "$0")"
source ../check.sh
: "${PYTHON:=python3}"
"$PYTHON" -c 'import dask.distributed' 2>/dev/null || { echo "no Dask for $PYTHON (PyPI: dask distributed)" >&2; exit 3; }
echo "Dask"
check "process parent" "$PYTHON" drive.py
