#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# tools/slurm_array.sh under a real Slurm: a slurmctld and two slurmd on this machine, with ports, files and a key of
# their own, and the commands of docs/fleet.md. The project's make copies programs that are already built, from the
# folder that TOLLGATE_BIN names.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit
PATH=$PATH:/usr/sbin:/usr/local/sbin
unset "${!SLURM_@}" "${!SBATCH_@}"

expect "testSleep and costSheet are built" [ -x "$bin/testSleep" -a -x "$bin/costSheet" ]
[ $failures = 0 ] || exit
for tool in "munged (Debian: munge)" "slurmctld (Debian: slurmctld)" "slurmd (Debian: slurmd)" \
    "sbatch (Debian: slurm-client)"; do
    if ! command -v "${tool%% *}" >/dev/null; then
        echo "skipped the job array: there is no $tool"
        finish
        exit
    fi
done

# --- a cluster of two nodes -----------------------------------------------------------------------------

daemons=()
mkdir "$temporary/on_nodes"
export SLURM_CONF=$temporary/slurm.conf TMPDIR=$temporary/on_nodes
# within SECONDS COMMAND...: repeats the command until it succeeds, at most this long.
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}
no_jobs() {
    local left
    left=$(timeout 5 squeue --noheader 2>/dev/null) && [ -z "$left" ]
}
none_runs() { [ ${#daemons[@]} = 0 ] || ! kill -0 "${daemons[@]}" 2>/dev/null; }
# Ends the jobs, then the daemons, because a daemon does not end its jobs. Fails if something does not end in time.
end_cluster() {
    local status=0
    if none_runs; then return; fi
    if ! no_jobs; then
        timeout 10 scancel --user "$(id -un)" --full --signal KILL
        within 10 no_jobs || status=1
    fi
    kill "${daemons[@]}"
    within 10 none_runs || status=1
    kill -KILL "${daemons[@]}"
    return $status
} 2>/dev/null
trap 'end_cluster; rm -rf "$temporary"' EXIT

# Three consecutive free ports.
port=""
listens() { (: <>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
until [ -n "$port" ] && ! listens $port && ! listens $((port + 1)) && ! listens $((port + 2)); do
    port=$((20000 + RANDOM % 10000))
done
host=$(hostname -s)
me=$(id -un)
# Without cgroups, because a container may not be allowed to use them.
cat >"$SLURM_CONF" <<END
ClusterName=check
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$me
SlurmdUser=$me
AuthType=auth/munge
AuthInfo=socket=$temporary/munge.socket
CredType=cred/munge
StateSaveLocation=$temporary/state
SlurmdSpoolDir=$temporary/spool_%n
SlurmctldPidFile=$temporary/slurmctld.pid
SlurmdPidFile=$temporary/slurmd_%n.pid
ProctrackType=proctrack/linuxproc
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=1
KillWait=5
MailProg=/bin/true
ReturnToService=2
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=check Nodes=ALL Default=YES State=UP
END
# From version 24 on, slurmd needs this setting; earlier versions do not know it.
if [[ $(slurmd -V) =~ ([0-9]+)\. ]] && ((BASH_REMATCH[1] >= 24)); then
    echo CgroupPlugin=disabled >"$temporary/cgroup.conf"
fi
mkdir "$temporary/state"
# start NAME COMMAND...: starts a daemon; its output goes to NAME.log.
start() {
    "${@:2}" >"$temporary/$1.log" 2>&1 </dev/null &
    daemons+=($!)
}
(umask 077 && head -c 1024 /dev/urandom >"$temporary/key")
# --force: others may be able to read the folder of the key, but the key is used only in this check.
start munged munged --foreground --force --key-file="$temporary/key" --socket="$temporary/munge.socket" \
    --pid-file="$temporary/munged.pid" --log-file="$temporary/munged.log" --seed-file="$temporary/munged.seed"
answers() { munge --no-input --socket="$temporary/munge.socket" >/dev/null 2>&1; }
both_idle() { [ "$(sinfo --noheader --Node --format %T 2>/dev/null | xargs)" = "idle idle" ]; }
if within 10 answers; then
    start slurmctld slurmctld -D -c -f "$SLURM_CONF"
    start node1 slurmd -D -N node1 -f "$SLURM_CONF"
    start node2 slurmd -D -N node2 -f "$SLURM_CONF"
fi
if ! within 30 both_idle; then
    for log in node1 node2 munged slurmctld; do # a new controller always logs errors: its log comes last
        why=$(grep -shiE 'fatal|error' "$temporary/$log.log" | tail -n 1)
        [ -z "$why" ] || break
    done
    echo "skipped the job array: Slurm does not start: ${why:-no node is idle}"
    finish
    exit
fi

# --- the commands of the document -----------------------------------------------------------------------

project="$temporary/stand in"
mkdir -p "$project/tools"
cd "$project" || exit
cp -R "$top/tools/"{tollgate,orchestrate,slurm_array.sh} tools/
# A file broken_NODE or hangs_NODE makes a node fail or hang. The length of the sleep identifies a hanging program.
nap=$((100000 + $$))
cat >Makefile <<END
all:
	@if [ -e broken_\$\$SLURMD_NODENAME ]; then echo 'src/main.cpp:7: error: no such thing' >&2; exit 1; fi
	@cp '$bin/testSleep' '$bin/costSheet' .
	@if [ -e hangs_\$\$SLURMD_NODENAME ]; then printf '#!/bin/sh\nexec sleep $nap\n' >testSleep; fi
names:
	@echo testSleep
END
git init -q . && git add . && printf '%s\n' /testSleep /costSheet /results '*.out' >.gitignore

commands=$(awk '/^## / { on = $0 == "## On a cluster"; code = 0 } /^```$/ { code = !code; next } on && code' "$top/docs/fleet.md")
expect "the document names the script" contains "$commands" "tools/slurm_array.sh"
commands=${commands/--array=1-4/--array=1-2}
run bash -ec "${commands/slurm_array.sh/slurm_array.sh --quick}"
expect "the document's commands: exit 0" [ "$code" = 0 ]
printed=slurm-${output##* }.out
expect "all jobs end" within 120 no_jobs
for node in node1 node2; do
    expect "$node: the results of five runs have come" \
        [ "$(jq -r '.tollgate.self_checks_held' "results/$node/testSleep-5.json" 2>&1)" = true ]
done
expect "in the end the nodes are compared" grep -q 'node1.*node2' "$printed"
expect "no temporary file is left" [ -z "$(find results -name '.*')" -a -z "$(ls -A "$TMPDIR")" ]
[ $failures = 0 ] || { echo "$commands"; echo "$output"; tail -n 20 ./*.out; }

# --- tasks that fail ------------------------------------------------------------------------------------

# Submits a task for each node; sets `output` to the job.
submit_both() {
    rm -f ./*.out
    run sbatch --parsable --array=1-2 tools/slurm_array.sh --quick
}
state_of() { scontrol show job "$1" 2>/dev/null | grep -c "JobState=$2 "; }
for node in node1 node2; do echo old >"results/$node/testSleep.json"; done
touch broken_node2
submit_both
expect "the build fails on a node: all jobs end" within 120 no_jobs
expect "the other node's results are new" [ "$(jq -r '.tollgate.self_checks_held' results/node1/testSleep.json)" = true ]
expect "the failed node's earlier results are kept" [ "$(<results/node2/testSleep.json)" = old ]
expect "the failed task prints the error" grep -q '^src/main.cpp:7: error: no such thing$' tollgate_*.out
expect "Slurm reports one task as completed and one as failed" \
    [ "$(state_of "$output" COMPLETED)" = 1 -a "$(state_of "$output" FAILED)" = 1 ]
rm broken_node2

touch hangs_node1 hangs_node2
submit_both
hang() { [ "$(pgrep -cfx "sleep $nap")" = 2 ]; }
expect "two programs hang" within 60 hang
scancel "$output"
expect "cancelled jobs end" within 60 no_jobs
none_hangs() { ! pgrep -fx "sleep $nap" >/dev/null; }
expect "the programs of cancelled jobs end" within 20 none_hangs
expect "cancelled jobs leave no file" [ -z "$(find results -name '.*')" -a -z "$(ls -A "$TMPDIR")" ]
[ $failures = 0 ] || { find results; tail -n 20 ./*.out "$temporary"/*.log; }

expect "the daemons end" end_cluster
# SLURM_CONF is unique to this check: only processes of the cluster have it in their environment.
none_left() { ! env -u SLURM_CONF grep -qsaF "$SLURM_CONF" /proc/[0-9]*/environ; }
expect "no process of the cluster is left" within 10 none_left

finish
