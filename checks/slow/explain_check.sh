#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# After an explanation the machine is as it was before, however the explanation ended. TOLLGATE_BIN
# names another folder with the programs.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

if [ "$(uname -s)" != Linux ]; then
    echo "skipped what interventions leave behind: there is none on this system but Linux"
    echo "ok nothing to check"
    exit 0
fi
expect_built
set -m # a process group for each run, and Ctrl-C as on a terminal

setting_files=(/sys/module/haltpoll/parameters/guest_halt_poll_ns /sys/devices/system/cpu/cpuidle/current_governor
    /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor)
# machine_state: the state of the machine that interventions could leave changed.
machine_state() {
    local file
    for file in "${setting_files[@]}"; do
        if [ -r "$file" ]; then echo "$file $(<"$file")"; fi
    done
    find /proc/[0-9]*/fd -lname /dev/cpu_dma_latency 2>/dev/null | wc -l
}
before=$(machine_state)
# Another check may hold something for a moment.
as_before() {
    local tries=0
    until [ "$(machine_state)" = "$before" ]; do
        if [ $((tries += 1)) = 100 ]; then
            diff <(echo "$before") <(machine_state)
            return 1
        fi
        sleep 0.1
    done
}
# nothing_left GROUP: of the run's process group, or by its command line; the guardian of a setting is gone, too.
nothing_left() {
    local tries=0
    while pgrep -g "$1" >/dev/null || pgrep -f "explain .*$temporary" >/dev/null; do
        if [ $((tries += 1)) = 100 ]; then return 1; fi
        sleep 0.1
    done
}

case_name=thread/condvar/threads:2/placement:same
places=$(nproc)
if [ "$places" -gt 1 ]; then case_name=thread/condvar/threads:2/placement:free; fi
# begin SECONDS [PROGRAM CASE OPTION...]: the run is `pid`, a process group.
begin() {
    "${2:-$bin/testThread}" --explain "${3:-$case_name}" "${@:4}" --time "$1" --no-progress \
        --json "$temporary/result.json" >"$temporary/out" 2>"$temporary/err" </dev/null &
    pid=$!
}
# ended: sets `code`.
ended() {
    wait "$pid"
    code=$?
} 2>/dev/null

begin 6
ended
expect "it ends with 0" [ $code = 0 ]
expect "it says what the case costs" grep -q "^$case_name costs" "$temporary/out"
expect "each intervention is judged, or said why not" jq -e '.tollgate.explanation
    | [.changes[].name, .not_here[].name] | contains(["cpus=busy", "idle=shallow", "halt_poll=200us", "policy=fifo",
      "slack=1ns", "memory=locked"])' "$temporary/result.json"
expect "what was proven to hold was counted" jq -e '[.tollgate.explanation.changes[] | select(.name == "slack=1ns")
    | .hold] == ["held"]' "$temporary/result.json"
expect "after the end the machine is as before" as_before
expect "after the end no process is left" nothing_left "$pid"

for moment in 0.2 2.3; do
    begin 60
    sleep $moment
    kill -INT -- "-$pid"
    ended
    expect "Ctrl-C after $moment s: 130" [ $code = 130 ]
    expect "Ctrl-C after $moment s: the machine is as before" as_before
    expect "Ctrl-C after $moment s: no process is left" nothing_left "$pid"
done
for moment in 0.4 2.9; do
    begin 60
    sleep $moment
    kill -KILL -- "-$pid"
    ended
    expect "killed after $moment s: it was" [ $code = 137 ]
    expect "killed after $moment s: the machine is as before" as_before
    expect "killed after $moment s: no process is left" nothing_left "$pid"
done

# Two at once: neither takes the other's setting for the machine's own.
begin 5
first=$pid
begin 5
ended
wait "$first" 2>/dev/null
expect "two at once: the machine is as before" as_before
expect "two at once: no process is left" nothing_left "$first"

# Only the first process is killed: the processes of its passes see that it is gone.
begin 60
sleep 1.7
kill -KILL "$pid"
ended
expect "the first process killed: the machine is as before" as_before
expect "the first process killed: no process is left" nothing_left "$pid"

wrong=$tree_of_bin/thread_test/check/wrong_thread_loop
if [ -x "$wrong" ]; then
    name=$("$wrong" --list | head -n 1)
    run "$wrong" --mistake lost_turn --explain "$name" --time 3 --no-progress
    expect "a failed proof: 1" [ $code = 1 ]
    expect "a failed proof: the machine is as before" as_before
fi

# The state of a run's threads ends with the run: the shell that started it is scheduled as before.
own_state() { taskset -cp $$ && chrt -p $$ && nice && cat "/proc/$$/timerslack_ns" 2>/dev/null; }
own=$(own_state)
run "$bin/testThread" --explain "$case_name" --under policy=batch,slack=1ns --time 2 --no-progress
expect "the shell that began it is scheduled as before" [ "$(own_state)" = "$own" ]

finish
