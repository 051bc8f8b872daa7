#!/bin/sh
# Where the time of the bench `learning` goes: propagation by constraints, watching (what nogoods imply), and the analysis of dead ends.
# For Linux, with perf; RESIDUA_PUZZLES as for the bench. 99 samples a second, with who called whom.
set -eu
cd "$(dirname "$0")/.."
bench=$(cargo bench -p residua-benches --bench learning --no-run 2>&1 | sed -n 's/.*Executable.*(\(.*\))/\1/p')
data=$(mktemp)
trap 'rm -f "$data"' EXIT
perf record -q -F 99 --call-graph dwarf,16384 -o "$data" -- "$bench"
perf report -i "$data" --no-inline --children -g none --sort symbol --stdio 2>/dev/null | awk '
    /Nogoods as .*Reader>::read/ { watching = $1 + 0 }
    /Learner::learn/             { analysis = $1 + 0 }
    /Solver::propagate_reading/  { both = $1 + 0 }
    END { if (!both) { print "nothing was measured"; exit 1 }
          printf "propagation %.0f %%, watching %.0f %%, analysis %.0f %%\n", both - watching, watching, analysis }'
