#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# After an explanation the machine is in the same state as before, however the explanation ended. TOLLGATE_BIN
# names another folder with the programs.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

if [ "$(uname -s)" != Linux ]; then
    echo "skipped the state after interventions: only Linux has interventions"
    echo "ok nothing to check"
    exit 0
fi
expect_built
set -m # a process group for each run, and Ctrl-C as on a terminal

setting_files=(/sys/module/haltpoll/parameters/guest_halt_poll_ns /sys/devices/system/cpu/cpuidle/current_governor
    /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor)
# machine_state: prints the settings that interventions could leave changed.
machine_state() {
    local file
    for file in "${setting_files[@]}"; do
        if [ -r "$file" ]; then echo "$file $(<"$file")"; fi
    done
    find /proc/[0-9]*/fd -lname /dev/cpu_dma_latency 2>/dev/null | wc -l
}
before=$(machine_state)
# as_before: whether the machine is as before, within ten seconds: another check may change it for a moment.
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
# nothing_left GROUP: whether the processes of the run have ended, by process group and by command line. The guardian of
# a setting is one of them.
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
# begin SECONDS: starts an explanation; `pid` is its first process, and its process group.
begin() {
    "$bin/testThread" --explain "$case_name" --time "$1" --no-progress \
        --json "$temporary/result.json" >"$temporary/out" 2>"$temporary/err" </dev/null &
    pid=$!
}
# ended: waits for the end, and sets `code`.
ended() {
    wait "$pid"
    code=$?
} 2>/dev/null

begin 6
ended
expect "an explanation exits with 0" [ $code = 0 ]
expect "it prints the cost of the case" grep -q "^$case_name costs" "$temporary/out"
expect "each intervention has a result, or a reason why it is not possible" jq -e '.tollgate.explanation
    | [.changes[].name, .not_here[].name] | contains(["cpus=busy", "idle=shallow", "halt_poll=200us", "policy=fifo",
      "slack=1ns", "memory=locked"])' "$temporary/result.json"
expect "an intervention that took hold is counted" jq -e '[.tollgate.explanation.changes[] | select(.name == "slack=1ns")
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
    expect "killed after $moment s: 137" [ $code = 137 ]
    expect "killed after $moment s: the machine is as before" as_before
    expect "killed after $moment s: no process is left" nothing_left "$pid"
done

# Two explanations at once: neither may take the other's setting for the machine's own.
begin 5
first=$pid
begin 5
ended
wait "$first" 2>/dev/null
expect "two at once: the machine is as before" as_before
expect "two at once: no process is left" nothing_left "$first"

# Only the first process is killed: the processes of its passes notice this.
begin 60
sleep 1.7
kill -KILL "$pid"
ended
expect "the first process killed: the machine is as before" as_before
expect "the first process killed: no process is left" nothing_left "$pid"

faulty=$tree_of_bin/sleep_test/check/faulty_sleep_loop
name=$("$faulty" --mistake returns_early --list | head -n 1)
run "$faulty" --mistake returns_early --explain "$name" --time 3 --no-progress
expect "a failed self-check: 1" [ $code = 1 ]
expect "a failed self-check under an intervention is named" contains "$output" "$name/under:"
expect "a failed self-check: the machine is as before" as_before

# The state of a run's threads ends with the run: the shell that started it is scheduled as before.
own_state() { taskset -cp $$ && chrt -p $$ && nice && cat "/proc/$$/timerslack_ns" 2>/dev/null; }
own=$(own_state)
run "$bin/testThread" --explain "$case_name" --under policy=batch,slack=1ns --time 2 --no-progress
expect "the shell that started the run is scheduled as before" [ "$(own_state)" = "$own" ]

finish
