#!/usr/bin/env bash
# Tries OpenMPI: see ../check.sh.
set -euo pipefail
cd "$(dirname "$0")"
source ../check.sh
command -v mpirun >/dev/null || { echo "no MPI here (Debian: openmpi-bin)" >&2; exit 3; }
: "${PYTHON:=python3}"
export PYTHON
"$PYTHON" -c 'import mpi4py' 2>/dev/null || { echo "no mpi4py for $PYTHON (Debian: python3-mpi4py)" >&2; exit 3; }
export RESIDUA_MPIRUN="mpirun --oversubscribe -np 3"
if [ "$(id -u)" = 0 ]; then RESIDUA_MPIRUN+=" --allow-run-as-root"; fi
echo "MPI"
check "process parent" ./mpi.sh
