# Read by the run.sh of each carrier: splits two subjects, lets its driver answer them, and compares with the answer of one process; then again,
# with a worker killed at its work.
#
#   check LOSSES DRIVER...   DRIVER is called as: DRIVER... SUBJECT UNITS REPORTS OPTION..., and prints the answer
#
# LOSSES are what is killed, by kill -9: `process`, a process of residua, or `parent`, the process that has started it.
# shellcheck shell=bash
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${RESIDUA:=$here/../../target/release/residua}"
RESIDUA=$(realpath "$RESIDUA")
export RESIDUA
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Kills a worker of DIR, once there is a report: whoever is stopped first, and still there, was at work.
lose() {
  local loss=$1 dir=$2 pid
  while :; do
    pid=$(pgrep --oldest --full "^$RESIDUA work $dir/" || true)
    if [ -n "$pid" ] && [ -n "$(find "$dir/reports" -type f -size +0 2>/dev/null | head -n 1)" ] &&
      kill -STOP "$pid" 2>/dev/null && grep -qs '^State:.T' "/proc/$pid/status"; then
      local parent
      parent=$(ps -o ppid= -p "$pid" | tr -d ' ')
      if [ "$loss" = parent ]; then kill -KILL "$parent"; fi
      kill -KILL "$pid"
      echo "$loss" >"$dir/lost"
      return
    fi
    sleep 0.01
  done
}

answer_in_parts() {
  local loss=$1 name=$2 ask=$3 dir=$scratch/$1-$2 killer
  shift 3
  rm -rf "$dir"
  mkdir "$dir"
  cp "$here/$name.fzn" "$dir"
  local subject=$dir/$name.fzn
  "$RESIDUA" split "$subject" --parts 40 >"$dir/units.jsonl"
  if [ "$loss" != none ]; then
    lose "$loss" "$dir" &
    killer=$!
  fi
  local start=$EPOCHREALTIME
  "$@" "$subject" "$dir/units.jsonl" "$dir/reports" --ask "$ask" --budget 10000 >"$dir/answer" 2>"$dir/log" ||
    { cat "$dir/log"; echo "the driver failed"; exit 1; }
  local end=$EPOCHREALTIME
  if [ "$loss" != none ]; then
    kill "$killer" 2>/dev/null || true
    wait "$killer" 2>/dev/null || true
    [ -f "$dir/lost" ] || { echo "no worker was killed: they were too fast"; exit 1; }
  fi
  cmp "$dir/answer" "$scratch/$name.answer" || { tail -n 20 "$dir/log"; exit 1; }
  printf '%s, %s killed: as by one process, %s bytes, %d ms\n' "$name" "$loss" "$(wc -c <"$dir/answer")" $(((${end/./} - ${start/./}) / 1000))
}

check() {
  local losses=$1 loss
  shift
  "$RESIDUA" fzn --all-solutions "$here/costas.fzn" >"$scratch/costas.answer"
  "$RESIDUA" fzn "$here/golomb.fzn" >"$scratch/golomb.answer"
  for loss in none $losses; do
    answer_in_parts "$loss" costas solutions "$@"
    answer_in_parts "$loss" golomb optimum "$@"
  done
}
