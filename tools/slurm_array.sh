#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# Runs the programs on the nodes of a cluster, a task of a job array on each node:
#
#   sbatch --array=1-4 tools/slurm_array.sh [OPTION of tools/tollgate run]...
#
# Call it at the top of the repository, in a folder that every node can read. A task builds and runs a copy of the
# sources on its node, and writes the results to results/NODE. See docs/fleet.md.
#
#SBATCH --job-name=tollgate
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --exclusive
#SBATCH --time=00:40:00
#SBATCH --output=tollgate_%A_%a.out
set -eu
unset CDPATH
export LC_ALL=C
[ -x tools/tollgate ] || { echo "call sbatch at the top of the repository" >&2; exit 2; }
results=$PWD/results/${SLURMD_NODENAME:?this is for sbatch}
work=$(mktemp -d "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/tollgate.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
tar -cf - --exclude=./build --exclude=./results --exclude=./.git . | tar -xf - -C "$work"
srun --ntasks=1 --chdir="$work" sh -c 'make && exec tools/tollgate run --results "$@"' sh "$results" "$@"
