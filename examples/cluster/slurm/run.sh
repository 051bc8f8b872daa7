#!/usr/bin/env bash
# Tries a job array of a Slurm that runs on this machine alone: see ../check.sh.
set -euo pipefail
cd "$(dirname "$0")"
source ../check.sh
# Its sockets want a short path.
slurm=$scratch/slurm
trap './one-node.sh stop "$slurm"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
./one-node.sh start "$slurm"
export SLURM_CONF=$slurm/slurm.conf RESIDUA_JOBS=8
echo "Slurm"
check process ./slurm.sh
