#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The same run on the nodes of a cluster, one task of a job array each:
#
#   sbatch --array=1-4 tools/fleet/slurm_array.sh [RUN_ALL_OPTION...]
#
# from the top of the repository, which every node must see. A task copies the sources to a folder of
# its node, builds and runs them there, and puts the results into results/NODE/*.json; what it said is
# in results/fleet/NODE.log. A task that fails keeps the node's earlier results. See tools/fleet/README.md.
#
#SBATCH --job-name=tollgate
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --exclusive
#SBATCH --time=00:40:00
#SBATCH --output=tollgate_%A_%a.out
set -uo pipefail

die() {
    echo "slurm_array: $1" >&2
    exit "${2:-3}"
}

[ -n "${SLURM_ARRAY_TASK_ID:-}" ] || die "this is for: sbatch --array=1-4 tools/fleet/slurm_array.sh" 2
# sbatch runs a copy of this file; the repository is where it was called.
cd "${SLURM_SUBMIT_DIR:-.}" || exit 3
[ -f tools/fleet/lib.sh ] || die "call sbatch at the top of the repository" 2
# shellcheck source=tools/fleet/lib.sh
source tools/fleet/lib.sh

node=${SLURMD_NODENAME:-$(hostname -s)}
case $node in
*[!A-Za-z0-9._-]* | .* | -* | reference | failed | fleet | keep | README.md) die "'$node' is not the name of a node" 2 ;;
esac
mkdir -p results/fleet || exit 3
log=results/fleet/$node.log
stage=$(mktemp -d results/fleet/.new.XXXXXX) || exit 3
work=$(mktemp -d "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/tollgate.XXXXXX") || exit 3
trap 'rm -rf "$stage" "$work"' EXIT
trap 'exit 130' INT TERM

printf '%s\n' "$@" | sed '/^$/d' >"$stage/fleet_options"
pack "$stage" | tar -xz -C "$work" || die "cannot copy the sources to $work"

step=()
if command -v srun >/dev/null; then step=(srun --ntasks=1); fi
${step[@]+"${step[@]}"} bash "$work/tools/fleet/on_host" >"$stage/results.tar.gz" 2>"$log" </dev/null
code=$?

if [ $code = 0 ]; then
    unpack_results "$stage/new" <"$stage/results.tar.gz" || die "$node: no result came back"
    replace_folder "$stage/new" "results/$node" || die "cannot write to results/$node"
    rm -rf "results/fleet/$node"
    echo "$node: results/$node"
    exit
fi
if unpack_results "$stage/new" <"$stage/results.tar.gz"; then
    replace_folder "$stage/new" "results/fleet/$node"
fi
why=$(sed -n 's/^fleet: failed: //p' "$log" | tail -n 1 | plain)
die "$node: ${why:-$(tail -n 1 "$log" | plain)}" $code
