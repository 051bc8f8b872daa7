#!/usr/bin/env bash
# One job of the array: work.sh SUBJECT UNITS REPORTS OPTION...
set -euo pipefail
subject=$1 units=$2 reports=$3
shift 3
"$RESIDUA" work "$subject" "$units" --part "$SLURM_ARRAY_TASK_ID/$RESIDUA_JOBS" --out "$reports" "$@" && exit
# A lost node is Slurm's to notice, by --requeue; of a process that was killed, for its memory say, it has to be told. What is wrong with an
# input stays wrong.
status=$?
if [ $status -gt 128 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
  scontrol requeue "$SLURM_JOB_ID"
  sleep 60
fi
exit $status
