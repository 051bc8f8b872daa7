#!/usr/bin/env bash
# Answers units by MPI: mpi.sh SUBJECT UNITS REPORTS OPTION... RESIDUA_MPIRUN is the command that starts the ranks.
set -euo pipefail
: "${RESIDUA_MPIRUN:=mpirun}" "${PYTHON:=python3}"
here=$(cd "$(dirname "$0")" && pwd)
read -ra mpirun <<<"$RESIDUA_MPIRUN"
# With one rank MPI loses them all. Then once again, for the units that have no report yet.
for _ in 1 2 3; do
  if "${mpirun[@]}" "$PYTHON" "$here/drive.py" "$@"; then exit; fi
done
exit 1
