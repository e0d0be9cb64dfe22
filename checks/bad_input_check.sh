#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# Measuring programs with wrong arguments, files that cannot be written, closed or full streams, and another locale.
# Each must end with its exit code and one message that names the error, and must not change files. Here each option
# gets one wrong value; the checks of the code that reads an option try the others.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

expect_built
# The programs run in a folder with one file. The file must stay as it is, and no other may appear.
place=$temporary/place
mkdir "$place" "$temporary/folder"
mkfifo "$temporary/fifo"
cd "$place" || exit
echo old >old.json
# The shortest real measurement of each program.
brief=(--rounds 6 --time 0.1 --only 'context_resume|condvar.*same|clock/source:tsc|armed/cancel.*:1000$|noise/timer_arm|lock/none')

# try COMMAND...: sets `code`, `out` and `err`. A run that measures before it refuses would take a day.
try() {
    timeout --signal=KILL 20 "$@" >"$temporary/out" 2>"$temporary/err" </dev/null
    code=$?
    out=$(<"$temporary/out")
    err=$(<"$temporary/err")
}
untouched() { [ "$(ls -A)" = old.json ] && [ "$(<old.json)" = old ]; }
# is_refusal CODE PROGRAM NEEDLE...: the last try ended with this code and one message that contains all NEEDLEs.
is_refusal() {
    local needle
    if [ "$code" = "$1" ] && [ -z "$out" ] && [ "$(wc -l <<<"$err")" = 1 ] && [[ $err == "$2: "* ]] && untouched; then
        for needle in "${@:3}"; do contains "$err" "$needle" || break; done && contains "$err" "$needle" && return
    fi
    echo "exit code $code; stdout '${out:0:200}'; stderr '$err'; in the folder: $(ls -A)"
    return 1
}
# refused CODE "PROGRAMS" "NEEDLE|NEEDLE" ARGUMENT...: each of the programs must refuse the arguments.
refused() {
    local needles program
    IFS='|' read -ra needles <<<"$3"
    for program in $2; do
        try "$bin/$program" --time 86400 "${@:4}"
        expect "$program $(printf '%q ' "${@:4}"): refused" is_refusal "$1" "$program" "${needles[@]}"
    done
}
all="${measuring[*]}"

# Options that all programs have.
refused 2 "$all" "--rounds|'-1'" --rounds -1
refused 2 "$all" "--precision|'0,5'" --precision 0,5
refused 2 "$all" "--only|''" --only ''
refused 2 "$all" "unrecognised option '-l'" -l
refused 2 "$all" "--only|'['" --only '['
refused 2 "$all" "--only|invalid escape|\\1" --only '(fibers):\1'
refused 2 "$all" "--only|'no_such_case'" --only no_such_case --json old.json
refused 2 "$all" "--only|missing )" --only "$(printf '(%.0s' {1..2000})"
refused 2 "$all" "--clock|'rdtsc'" --clock rdtsc
refused 2 "$all" "--format|'xml'" --format xml
refused 2 "$all" "--passes|'0'" --passes 0
refused 2 "$all" "--seed|'x'" --seed x
refused 2 "$all" "--seed" --seed
refused 2 "$all" "--cpus|4000" --cpus 4000 --json new.json
refused 2 "$all" "--time|more than once" --time 1
refused 2 "$all" "--quick|--time" --quick
refused 2 "$all" "--frobnicate" --frobnicate
refused 2 "$all" "--explain: 'nonsense' is not a case" --explain nonsense
refused 2 "$all" "--explain and --only" --explain x --only x
refused 2 "$all" "--under: only with --explain" --under cpus=busy
refused 2 "$all" "--under: 'a b'" --explain x --under "a b"
refused 2 "$all" "--json and --csv|new'" --json new --csv "$PWD/new"
refused 2 "$all" "--json: '$temporary/folder'|regular file" --json "$temporary/folder"
refused 2 "$all" "--json: '-' is not standard output" --json -
refused 2 "$all" "--csv: '$temporary/fifo'|regular file" --csv "$temporary/fifo"
refused 3 "$all" "--json-ci|missing/new.json|No such file" --json-ci "$temporary/missing/new.json"
for program in $all; do
    try "$bin/$program" --time 1s
    expect "$program --time 1s: refused" is_refusal 2 "$program" "--time: '1s'"
    case=$("$bin/$program" --list | head -n 1 | cut -d ' ' -f 1)
    try "$bin/$program" --explain "$case" --under nonsense
    expect "$program --explain --under nonsense: refused, and the allowed interventions are named" \
        is_refusal 2 "$program" "--under: 'nonsense' is not an intervention on this case" "allowed are"
done
# Options of one program: the program, the texts in the error line, the arguments.
while IFS=';' read -r program needles arguments; do
    read -ra words <<<"$arguments"
    refused 2 "$program" "$needles" "${words[@]}"
done <<'END'
testFiber;fibers: 'four'|2 to 1,000,000;four
testFiber;fibers: '1000001';1000001
testThread;threads: '4.0'|2 to 1,000;4.0
testThread;threads: '1001';1001
testFiber;iterations: '2'|3 to 500,000,000;4 2
testThread;too many arguments;4 5 6
testSleep;only options;4
testFiber;--placement;--placement same
testThread;--placement|'near';--placement near
testThread;--cpus|"3-1";--cpus 3-1
testThread;needs --matrix;--only cache_line
testThread;matches none of the|--list --matrix;--matrix --only nowhere
testFiber;--scheduler|'fair'|round_robin;--scheduler fair
testFiber;--stack-size|'4k';--stack-size 4k
testFiber;--sweep;--sweep fibers:8..2
testSleep;--intervals: '0';--intervals 0
testSleep;--sleepers: 'futex'|parker_spin;--sleepers futex
testSleep;--sweep: '0';--sweep slack_ns:0
testSleep;needs --sweep gap_us:LIST;--only spin_or_sleep
testSleep;not with --prices;--prices --intervals 2
testCancel;--sweep: 'x';--sweep tokens:x
testLiveness;--threads: '4097';--threads 4097
testLiveness;--timeouts: '2.5';--timeouts 2.5
testLiveness;--period: '0';--period 0
testLiveness;--sweep: '0';--sweep records:0
testLiveness;--demo|goes alone;--demo
testTimeout;--clocks: 'sundial'|coarse;--clocks sundial
testTimeout;--timers: '0';--timers 0
testTimeout;--after: '9';--after 9
testTimeout;--sweep: 'clocks:2';--sweep clocks:2
testNoise;--idle: '4';--idle 4
testLock;threads: '0'|1 to 1,000;0
testLock;threads: '2000';2000
testLock;--section: '-1';--section -1
testLock;--pause: '100001'|0 to 100,000;--pause 100001
testLock;--sweep: 'x';--sweep section:x
testQueue;--capacity: '65537';--capacity 65537
testQueue;--producers: '257'|1 to 256;--producers 257
testQueue;--payload: '100';--payload 100
testQueue;--queues: 'std_queue'|mutex_condvar;--queues std_queue
testQueue;--sweep: '4';--sweep payload:4
testQueue;--capacity: '65536'|at most 1024 MiB;--capacity 65536 --payload 65536
END
# bill observes other processes, and has options of its own.
export XDG_CACHE_HOME=$temporary/cache # without prices
refused 2 bill "nothing to observe"
refused 2 bill "PID: 'four'|--comm four" four
refused 2 bill "PID: '0'|1 to 4,194,304" 0
refused 2 bill "no process with this id|4194304" 4194304
refused 2 bill "PID: $$ is given twice" $$ $$
refused 2 bill "PID, --comm NAME and -- COMMAND: give one" $$ --comm bash
refused 2 bill "--comm: 'a_name_of_17_char'|1 to 15|'a_name_of_17_ch'" --comm a_name_of_17_char
refused 2 bill "--comm: no process is named 'no_such_name'" --comm no_such_name
refused 2 bill "--: a command must follow" --
refused 2 bill "no_such_command: No such file" -- no_such_command
refused 2 bill "--frobnicate" --frobnicate $$
refused 2 bill "unrecognised option '-l'" -l
refused 2 bill "--time|more than once" --time 1 $$
refused 2 bill "--json and --html|new'" $$ --json new --html "$PWD/new"
refused 2 bill "--watch and --json" $$ --watch --json new
refused 2 bill "--measure and --prices" $$ --measure --prices old.json
refused 2 bill "--time: it has no effect" --measure
refused 2 bill "--json: '$temporary/folder'|regular file" $$ --json "$temporary/folder"
refused 2 bill "--html: '-' is not standard output" $$ --html -
refused 3 bill "--html|missing/new.html|No such file" $$ --html "$temporary/missing/new.html"
refused 3 bill "--prices: 'missing.json' cannot be read" $$ --prices missing.json
refused 3 bill "--prices: 'old.json' is no result file" $$ --prices old.json
try "$bin/bill" --time 1s $$
expect "bill --time 1s: refused" is_refusal 2 bill "--time: '1s'"
try env -u HOME -u XDG_CACHE_HOME "$bin/bill" --measure
expect "bill --measure without a folder for the prices: refused" is_refusal 2 bill "--measure: neither HOME nor XDG_CACHE_HOME"

refused 3 testFiber addresses --only yield --stack-size 1073741824 1000000
# The time of sleeps is known in advance.
try "$bin/testSleep" --rounds 1000 --time 1
expect "testSleep, more rounds than the time allows: refused" is_refusal 2 testSleep "--rounds: '1000'" "--time allows 1"

# A folder and a disk on which no file can be written: refused before anything is measured.
if [ "$(id -u)" != 0 ]; then
    mkdir -m 555 "$temporary/sealed"
    refused 3 testFiber "--json|sealed/new.json" --json "$temporary/sealed/new.json"
else
    refused 3 testFiber "--json|/proc/new.json" --json /proc/new.json
fi
disk=$temporary/disk
mkdir "$disk"
# A disk of 64 KiB with a file old.json; no other process sees the disk.
cat >"$temporary/on_disk" <<'END'
mount -t tmpfs -o size=64k tmpfs "$1" && echo old >"$1/old.json" || exit 99
(shift && exec "$@")
code=$?
[ "$(ls -A "$1")" = old.json ] && [ "$(cat "$1/old.json")" = old ] || exit 98
exit $code
END
on_disk=(unshare --map-root-user --mount sh "$temporary/on_disk" "$disk")
try "${on_disk[@]}" true
if [ $code = 0 ]; then
    try "${on_disk[@]}" "$bin/testThread" --time 86400 --json "$disk/old.json"
    expect "a full disk: refused" is_refusal 3 testThread "--json: " "$disk/old.json" "No space left on device"
else
    echo "skipped the full disk: this user cannot mount one: $(head -n 1 "$temporary/err")"
fi

# Closed or full streams, and readers that end early.
# closed PROGRAM ARGUMENT...: the program without stdout must write its file, and then end with a message.
closed() {
    "$bin/$1" "${@:2}" --json new.json </dev/null >&- 2>"$temporary/err"
    expect "$1 $2 with a closed stdout: exit 3, one message" [ "$? $(grep -c "^$1: " "$temporary/err")" = "3 1" ]
    expect "$1 $2 with a closed stdout: the file is complete" grep -q "\"partial\": false" new.json
    rm -f new.json
}
closed testThread --matrix --rounds 6
for program in $all; do
    closed "$program" "${brief[@]}"
    if [ -w /dev/full ]; then
        "$bin/$program" --list >/dev/full 2>"$temporary/err"
        expect "$program, stdout full: exit 3, one line that names the error" \
            [ "$? $(<"$temporary/err")" = "3 $program: write stdout: No space left on device" ]
        "$bin/$program" --frobnicate 2>/dev/full >"$temporary/out"
        expect "$program, stderr full: exit 2" [ $? = 2 ]
    fi
    { "$bin/$program" "${brief[@]}" 2>"$temporary/err" </dev/null; echo $? >"$temporary/code"; } | true
    expect "$program without a reader of its output: exit 0, silent" [ "$(<"$temporary/code")" = 0 -a ! -s "$temporary/err" ]
done

# A locale that writes 0,5 for 0.5.
if abroad_in de_DE; then
    expect "bash writes 0,5 in that locale" [ "$("${abroad[@]}" bash -c 'printf %.1f 0,5' 2>/dev/null)" = 0,5 ]
    for program in $all; do
        try "${abroad[@]}" "$bin/$program" "${brief[@]}" --format csv
        expect "$program with a decimal comma: CSV has ten columns" \
            [ "$code" = 0 -a "$(awk -F, '{ print NF }' "$temporary/out" | sort -u)" = 10 ]
    done
    try "${abroad[@]}" "$bin/testFiber" "${brief[@]}"
    expect "the figures of a table have no decimal comma" [ "$code" = 0 -a "$(grep -cE '^\|.*[0-9],[0-9]' <<<"$out")" = 0 ]
    try "${abroad[@]}" "$bin/testFiber" --precision 0,5
    expect "0,5 is refused in that locale, too" is_refusal 2 testFiber "--precision: '0,5'"
fi

# A matrix needs two CPUs.
for format in table csv json; do
    try taskset -c 0 "$bin/testThread" --matrix --format $format --json old.json
    expect "a matrix on one CPU, --format $format: refused" is_refusal 3 testThread "1 CPU allowed, and a pair has two"
done

# hwloc describes another machine, or none.
for description in "HWLOC_SYNTHETIC=pack:2 l3:2 core:8 pu:2" "HWLOC_XMLFILE=$temporary/missing.xml"; do
    try env "$description" "$bin/testThread" "${brief[@]}"
    expect "with $description: measures" [ "$code" = 0 -a -n "$out" -a -z "$err" ]
done
# A system that hides /sys, which hwloc reads.
cat >"$temporary/without_sys" <<'END'
mount -t tmpfs tmpfs /sys && exec "$@"
END
without_sys=(unshare --map-root-user --mount sh "$temporary/without_sys")
try "${without_sys[@]}" true
if [ $code = 0 ]; then
    try "${without_sys[@]}" "$bin/testFiber" "${brief[@]}" --wide
    expect "without /sys: measures, and one line says that the CPUs' relation is not known, without hwloc's messages" \
        [ "$code $(grep -c 'CPU.*, how they relate is not known: affinity mask only: ' <<<"$out")$err" = "0 1" ]
else
    echo "skipped a hidden /sys: this user cannot hide it: $(head -n 1 "$temporary/err")"
fi
expect "in the end all files are as before" untouched

finish
