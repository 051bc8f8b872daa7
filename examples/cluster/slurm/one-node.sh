#!/usr/bin/env bash
# Slurm on this machine alone, for a try: everything it writes is in DIR, and nothing of an installed Slurm is touched.
#   one-node.sh start DIR   configures and starts munged, slurmctld and slurmd, and waits until the node is idle
#   one-node.sh stop DIR    stops them, and waits until they have written their last
# Commands of Slurm find it by SLURM_CONF=DIR/slurm.conf. Needs root, and Debian's packages slurm-wlm and munge.
# Exit status 3: Slurm cannot be had here; the last line of standard error says why.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

cannot() { echo "no Slurm here: $*" >&2; exit 3; }

start() {
  local dir=$1 host cpus program
  for program in munged slurmctld slurmd sbatch; do
    command -v "$program" >/dev/null || cannot "$program is not installed (Debian: slurm-wlm munge)"
  done
  [ "$(id -u)" = 0 ] || cannot "slurmd has to be started by root"
  mkdir -p "$dir"/{state,spool,munge}
  chmod 755 "$dir"
  chmod 711 "$dir/munge"
  host=$(hostname -s)
  cpus=$(nproc)
  # Ports of its own, so that a Slurm that is installed goes on.
  local port=$((20000 + $$ % 10000))
  cat >"$dir/slurm.conf" <<CONF
ClusterName=try
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=100000
MpiDefault=none
ReturnToService=2
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
  (umask 077 && head -c 1024 /dev/urandom >"$dir/munge/key")
  munged --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munge/pid" \
    --seed-file="$dir/munge/seed" --log-file="$dir/munge/log" || cannot "munged does not start: $(tail -n 1 "$dir/munge/log")"
  export SLURM_CONF=$dir/slurm.conf
  slurmctld -f "$SLURM_CONF" || cannot "slurmctld does not start"
  slurmd -f "$SLURM_CONF" || cannot "slurmd does not start"
  for _ in $(seq 60); do
    if [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ]; then return; fi
    sleep 0.5
  done
  cannot "the node does not become idle: $(tail -n 1 "$dir/slurmd.log")"
}

stop() {
  local dir=$1 pid_file pid
  for pid_file in "$dir/slurmd.pid" "$dir/slurmctld.pid" "$dir/munge/pid"; do
    [ -s "$pid_file" ] || continue
    pid=$(cat "$pid_file")
    kill "$pid" 2>/dev/null || continue
    # slurmctld saves its state when it is told to stop: DIR must not be removed under it.
    for _ in $(seq 100); do
      kill -0 "$pid" 2>/dev/null || continue 2
      sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
  done
}

case ${1-} in
  start | stop) "$1" "$(realpath -m "${2:?a directory}")" ;;
  *) echo "usage: $0 start|stop DIR" >&2; exit 2 ;;
esac
