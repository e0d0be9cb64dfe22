#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# ./bill with real processes: as PIDs, by name and as a command, until the time is over, the processes end or a signal
# comes; with and without the kernel's events. bad_input_check.sh has its wrong arguments.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

expect_built
# Another user runs a copy of bill in this folder.
mkdir -m 755 "$temporary/place" && chmod 755 "$temporary" && cd "$temporary/place" || exit
cp "$bin/bill" . || exit
export XDG_CACHE_HOME=$temporary/cache
set -m # a process group for each process in the background, and Ctrl-C as on a terminal
started=()
# start COMMAND...: starts a process in the background, which ends with this script. Sets `pid`.
start() {
    "$@" >out 2>err </dev/null &
    pid=$!
    started+=("$pid")
}
trap 'kill -KILL "${started[@]/#/-}" 2>/dev/null; rm -rf "$temporary"' EXIT

# bill ARGUMENT...: sets `code`, `out` and `err`. A bill that does not end is killed, which sets 137.
bill() {
    timeout --signal=KILL 30 ./bill "$@" >out 2>err </dev/null
    code=$?
    out=$(<out)
    err=$(<err)
}
# is_bill CODE PROCESS: the last bill ended so, and is the statement of this process.
is_bill() {
    [ "$code" = "$1" ] && [[ $out =~ (^|$'\n')"$2 ("[0-9]+"): " ]] && contains "$out" $'\nCPU time ' && return
    echo "exit code $code; stdout '${out:0:500}'; stderr '$err'"
    return 1
}
# holds FILE CONDITION: whether the condition, in jq's language, is true for the JSON in the file.
holds() { [ "$(jq "$2" "$1")" = true ]; }
# until_true COMMAND...: waits for it, at most ten seconds.
until_true() {
    local tenths=0
    until "$@"; do [ $((tenths += 1)) -lt 100 ] && sleep 0.1 || return; done
}

start bash -c 'while :; do sleep 0.005; done' a_short_sleeper
sleeper=$pid
bill --time 0.3 $sleeper
expect "a PID: exit 0, its statement" is_bill 0 bash
expect "a PID: one line on stderr says what is observed" \
    [ "$err" = "bill: observing bash ($sleeper) for 0.3 s; Ctrl-C ends it earlier" ]
cp "$(command -v sleep)" "./bill's sleep"
start "./bill's sleep" 60
until_true test "/proc/$pid/exe" -ef "./bill's sleep"
bill --time 0.2 --comm "bill's sleep"
expect "a name: exit 0, the statement of its process" is_bill 0 "bill's sleep"
kill -STOP "$pid"
bill --time 0.2 "$pid"
expect "a stopped process: exit 0" is_bill 0 "bill's sleep"
start sleep 0.5
bill --time 3600 "$pid"
expect "a process that ends: the statement comes at once" is_bill 0 sleep
expect "a process that ends: the statement is not partial" lacks "$out" PARTIAL
bill "$pid"
expect "a process that has ended: exit 2" [ "$code $err" = "2 bill: $pid: there is no process with this id" ]

bill -- sleep 0.3
expect "a command: exit 0, its statement, nothing on stderr" is_bill 0 sleep
expect "a command: no line on stderr" [ -z "$err" ]
mkdir -p cache/tollgate && echo broken >cache/tollgate/prices.json
XDG_CACHE_HOME=$PWD/cache bill -- touch started
expect "a broken file of prices: exit 3" [ "$code" = 3 ]
expect "a broken file of prices: the command is not started" [ ! -e started ]
bill --time 0.1 -- sh -c 'sleep 0.4; echo done; exit 7'
expect "a command that takes longer: bill waits for its end" [ "$code $(tail -n 1 out)" = "0 done" ]
bill -- sh -c 'exit 7'
expect "a command that fails: exit 0, a remark" contains "$out" "The command failed: it ended with exit code 7."

# Prices: a short measurement. This testSleep hands its file over, so that bill --measure takes no 30 seconds.
"$bin/testSleep" --prices --rounds 2 --passes 2 --time 0.3 --json prices.json >/dev/null
bill --time 0.1 $sleeper
expect "without prices, the command that measures them is named" contains "$out" "./bill --measure"
# shellcheck disable=SC2016 # for that shell
printf '#!/bin/sh\n[ "$1 $2" = "--prices --json" ] && cp prices.json "$3"\n' >testSleep && chmod +x testSleep
bill --measure
expect "--measure: exit 0, and the prices are in the user's cache" cmp prices.json "$XDG_CACHE_HOME/tollgate/prices.json"
bill --time 0.1 $sleeper
expect "the prices are of this machine" contains "$out" "Prices of $(date -u +%Y)-"
expect "the prices are of this machine: no remark on another one" lacks "$out" "the prices are of another"

# Files.
bill --time 1.5 $sleeper --json old.json --html page.html
expect "--json and --html: exit 0" is_bill 0 bash
bill --time 1.5 $sleeper --json new.json
for file in old new; do
    expect "$file.json is complete, and has figures of several parts of the time" \
        holds $file.json '.tollgate.partial == false and
            ([.benchmarks[] | select(.run_name == "bill/cpu" and .run_type == "iteration")] | length >= 2)'
done
run "$bin/costSheet" --compare old.json new.json
expect "costSheet compares two statements" [ "$code $(grep -c '^| bill/cpu  *| *[0-9]' <<<"$output")" = "0 1" ]
expect "--html: one page without scripts" [ "$(grep -ciE '^<!doctype html>|</html>' page.html) $(grep -ci '<script' page.html)" = "2 0" ]
./bill --time 0.3 --json closed.json $sleeper >&- 2>err </dev/null
expect "a closed stdout: exit 3, one message" [ "$? $(grep -c '^bill: write stdout: ' err)" = "3 1" ]
expect "a closed stdout: the file is complete" grep -q '"partial": false' closed.json
timeout 20 ./bill --time 3600 $sleeper >&- 2>err </dev/null
expect "a closed stdout and no file: exit 3 before anything is observed" \
    [ "$? $(<err)" = "3 bill: write stdout: Bad file descriptor" ]
if [ -w /dev/full ]; then
    ./bill --time 0.1 $sleeper >/dev/full 2>err
    expect "stdout full: exit 3, one message" [ "$? $(tail -n 1 err)" = "3 bill: write stdout: No space left on device" ]
fi
{ ./bill --time 0.1 -- true 2>err </dev/null; echo $? >code; } | true
expect "without a reader of its output: exit 0, silent" [ "$(<code)" = 0 -a ! -s err ]

# Ctrl-C reaches bill and its command. The other signals come to bill alone.
start ./bill --json partial.json -- sleep 60
until_true pgrep -P $pid sleep >/dev/null
kill -INT -- -$pid
wait $pid
code=$? out=$(<out) err=$(<err)
expect "Ctrl-C: exit 130, a partial statement" is_bill 130 sleep
expect "Ctrl-C: the statement and the file say so" [ "${out:0:7} $(jq .tollgate.partial partial.json)" = "PARTIAL true" ]
expect "Ctrl-C: the command has ended, too" [ -z "$(pgrep -g $pid)" ]
start ./bill --time 3600 $sleeper
until_true test -s err
kill -TERM $pid
wait $pid
code=$? out=$(<out)
expect "SIGTERM: exit 130, a partial statement" is_bill 130 bash
timeout --preserve-status --signal=INT 1 ./bill --watch --time 0.2 $sleeper >out 2>err
expect "--watch: exit 130" [ $? = 130 ]
expect "--watch: several statements" [ "$(grep -c '^CPU time ' out)" -gt 2 ]

# Without privileges.
user=()
if [ "$(id -u)" = 0 ]; then user=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
"${user[@]}" ./bill -- sleep 0.2 >out 2>err </dev/null
code=$? out=$(<out) err=$(<err)
expect "another user: exit 0, a statement from samples" is_bill 0 sleep
expect "another user: a remark says what the kernel's events need" contains "$out" "Read from /proc only"
"${user[@]}" ./bill --unprivileged --time 0.2 $sleeper >out 2>err </dev/null
code=$? out=$(<out)
expect "--unprivileged, of another user's process: exit 0" is_bill 0 bash
expect "--unprivileged: no remark on the kernel's events" lacks "$out" "Read from /proc only"

# The kernel's events.
# loaded: how many bills have programs in the kernel.
loaded() { grep -cE ' bpf_prog_[0-9a-f]+_on_switch[[:space:]]' /proc/kallsyms; }
more_than() { [ "$(loaded)" -gt "$1" ]; }
no_more_than() { [ "$(loaded)" -le "$1" ]; }
bill --time 0.5 $sleeper
if contains "$out" "traced for"; then
    expect "the kernel's events: exit 0, the sleeper waits for its children" [ "$code $(grep -c '^bash  waits for a process' out)" = "0 1" ]
    others=$(loaded)
    start ./bill --time 3600 $sleeper
    if until_true more_than "$others"; then
        kill -KILL $pid
        expect "a killed bill leaves nothing in the kernel" until_true no_more_than "$others"
    else
        echo "skipped what a killed bill leaves: this kernel does not list its programs"
    fi
else
    reason=$(grep -A 1 '^- Read from /proc only' <<<"$out" | tr -s '\n ' ' ')
    package=$([[ $reason != *--tracing* ]] || echo ' (Debian: libbpf-dev)')
    echo "skipped the kernel's events: $(sed 's/[^:]*: //; s/\. $//' <<<"$reason")$package"
fi

finish
