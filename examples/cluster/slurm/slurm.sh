#!/usr/bin/env bash
# Answers units by a job array of Slurm, and merges in a job that waits for it: slurm.sh SUBJECT UNITS REPORTS OPTION...
# RESIDUA_JOBS says how many jobs, RESIDUA_AT_ONCE how many of them at once. All files have to be where every node sees them.
set -euo pipefail
: "${RESIDUA:=residua}" "${RESIDUA_JOBS:=100}" "${RESIDUA_AT_ONCE:=$RESIDUA_JOBS}"
export RESIDUA RESIDUA_JOBS
here=$(cd "$(dirname "$0")" && pwd)
reports=$3
mkdir -p "$reports"
rm -f "$reports/merged"
array=$(sbatch --parsable --job-name=residua-work --array="1-$RESIDUA_JOBS%$RESIDUA_AT_ONCE" --requeue --open-mode=append \
  --output="$reports/work-%a.log" "$here/work.sh" "$@")
merge=$(sbatch --parsable --job-name=residua-merge --dependency="afterok:$array" --kill-on-invalid-dep=yes \
  --output="$reports/merge.log" "$here/merge.sh" "$@")
while [ -n "$(squeue --noheader --jobs="$merge" 2>/dev/null)" ]; do sleep 1; done
cat "$reports/merged"
