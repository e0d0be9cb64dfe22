#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# Sends signals at random moments; the programs must end correctly at each of them. TOLLGATE_SEED repeats the
# moments. TOLLGATE_BIN names another folder with the programs.
# A program's name is one word.
# shellcheck disable=SC2086
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

expect_built
SEED=${TOLLGATE_SEED:-$((RANDOM * 32768 + RANDOM))}
echo "TOLLGATE_SEED=$SEED"
RANDOM=$SEED
set -m # a process group for each run, and Ctrl-C as on a terminal
place=$temporary/place
mkdir "$place"
cd "$place" || exit

# begin PROGRAM ARGUMENT...: starts the program and returns once it handles SIGINT; sets `pid`. Its output
# goes to the files out and err beside the folder.
begin() {
    rm -rf "${place:?}"/*
    program_file=$bin/$1
    "$program_file" "${@:2}" >"$temporary/out" 2>"$temporary/err" </dev/null &
    pid=$!
    until listens; do
        kill -0 $pid 2>/dev/null || break
        sleep 0.002
    done
}
# Whether the program handles SIGINT (bit 1 of the mask) and SIGUSR1 (bit 9).
listens() {
    if [ -d /proc/self ]; then
        local mask
        # Before exec, the process is still the shell, which handles these signals, too.
        [ "/proc/$pid/exe" -ef "$program_file" ] || return
        mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null)
        [ -n "$mask" ] && (((16#${mask: -3} & 0x202) == 0x202))
    else
        sleep 0.5
    fi
}
# a_moment MILLISECONDS: waits a random time, at most this long.
a_moment() { sleep "$(printf '0.%03d' $((RANDOM % $1)))"; }
# ended: waits for the end and sets `code`. A run that does not end within a minute is killed, which sets 137.
ended() {
    local tenths=0
    while kill -0 $pid 2>/dev/null && [ $((tenths += 1)) -lt 600 ]; do sleep 0.1; done
    kill -KILL $pid 2>/dev/null
    wait $pid
    code=$?
} 2>/dev/null

is_partial() {
    if [ "$code" = 130 ] && [[ $(<"$temporary/out") == PARTIAL* ]] && [ ! -s "$temporary/err" ] &&
        [ "$(ls -A)" = new.json ] && [ "$(jq .tollgate.partial new.json)" = true ]; then
        return
    fi
    echo "exit code $code; stdout '$(head -c 300 "$temporary/out")'; stderr '$(<"$temporary/err")';" \
        "in the folder: $(ls -A)"
    return 1
}

# interrupted "DESCRIPTION" MILLISECONDS SIGNAL PROGRAM ARGUMENT...
interrupted() {
    begin "${@:4}" --json new.json
    a_moment "$2"
    kill "-$3" -- "-$pid"
    ended
    expect "$1: exit 130, a partial result, no other file" is_partial
}

# A run of a minute, of cases with short batches.
long=(--time 60 --precision 0.01)
few='context_resume|(semaphore|parker/interval|waiting_in:sleep|pingpong/impl:mutex_condvar).*same|liveness/clock|deferred.*fibers|armed.*:1000$|noise/switch|lock/exclusive.*threads:1/'
for program in "${measuring[@]}"; do
    begin $program "${long[@]}" --json new.json
    kill -INT $pid
    ended
    expect "$program in its calibration: exit 130, a partial result, no other file" is_partial
    interrupted "$program in rounds" 1000 INT $program "${long[@]}" --only "$few"
    # Short passes, so that the signal may come between two of them; all processes get the signal.
    interrupted "$program of many passes" 800 INT $program --passes 100 --time 10 --only "$few"
    expect "$program: all its processes have ended" [ -z "$(pgrep -g $pid)" ]
done
interrupted "SIGTERM" 300 TERM testThread "${long[@]}"
interrupted "--wide" 800 INT testFiber "${long[@]}" --wide

interrupted "a matrix" 1000 INT testThread "${long[@]}" --matrix
run "$bin/costSheet" new.json
expect "a matrix: costSheet reads the pairs so far" [ $code = 0 ]
interrupted "testLock while threads wait for locks" 1000 INT testLock "${long[@]}" --only lock/wait

# A sleep of an hour and a freeze of a minute must end, too, long before the minute after which a run is killed.
interrupted "testSleep asleep for an hour" 1500 INT testSleep --intervals 3600000 --time 86400 --only timeout --rounds 1
interrupted "testLiveness frozen for a minute" 1500 INT testLiveness \
    --timeouts 60000 --time 86400 --only detection --rounds 1

begin testThread --explain thread/condvar/threads:2/placement:core --json new.json
kill -INT $pid
ended
expect "--explain before its first round: exit 130, a partial result, no other file" is_partial
expect "--explain before its first round: the result has no explanation" \
    jq -e '.tollgate | has("explanation") | not' new.json

# A killed run leaves the old file as it is.
begin testFiber "${long[@]}" --json old.json
echo old >old.json
a_moment 800
kill -KILL -- -$pid
ended
expect "killed: the old file is complete, and there is no other" [ "$code $(ls -A) $(<old.json)" = "137 old.json old" ]

# SIGUSR1 prints the state on stderr, one line each time, and the run goes on.
begin testFiber "${long[@]}" --only context_resume
for number in 1 2; do
    kill -USR1 $pid
    tenths=0
    until [ "$(wc -l <"$temporary/err")" = $number ] || [ $((tenths += 1)) = 300 ]; do
        sleep 0.1
    done
    expect "SIGUSR1: line $number tells the progress" \
        [ "$(grep -cE '^testFiber: (first look|round|pass|clock-pair)' "$temporary/err")" = $number ]
done
kill -INT $pid
ended
expect "SIGUSR1: the run goes on, and SIGINT ends it" [ $code = 130 ]

# `timeout` signals the program and then its group. The program must take this for one signal, and print its report.
timeout 1 "$bin/testFiber" --no-progress --format json >"$temporary/twice" 2>/dev/null
expect "a signal that comes twice at once: the report is printed" jq -e .tollgate.partial "$temporary/twice"

# On a terminal.
if command -v script >/dev/null; then
    TERM=xterm script -qec "$bin/testFiber --quick --only context_resume" /dev/null >"$temporary/screen" </dev/null
    expect "the line of progress is cleared before the result is printed" \
        [ "$(grep -c $'left\x1b\\[K\r' "$temporary/screen") $(grep -c $'left\x1b\\[K[^\r]' "$temporary/screen")" = "1 0" ]
else
    echo "skipped a terminal: no script (Debian: bsdutils)"
fi

finish
