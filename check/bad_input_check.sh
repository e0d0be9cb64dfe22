#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The measuring programs meet wrong arguments, files that cannot be written and surroundings that
# lie: each ends with its exit code and one line that names what is wrong, and touches nothing.
# TOLLGATE_BIN names another folder with the programs.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

expect_built
# those COMMAND...: the programs for whose --help it succeeds.
those() {
    local program
    for program in "${measuring[@]}"; do if "$bin/$program" --help | "$@"; then printf '%s ' "$program"; fi; done
}
all="${measuring[*]}"
both=$(those grep -q '\[iterations\]') # they count something
others=$(those awk '/\[iterations\]/ { counts = 1 } END { exit counts }')
placed=$(those grep -q -e ' --placement ')

# Where the programs run: a file that must stay as it is, and nothing may come to it.
place=$temporary/place
mkdir "$place"
cd "$place" || exit
echo old >old.json
# The shortest real measurement of each program.
brief=(--rounds 6 --time 0.1 --only 'context_resume|condvar.*same|clock/source:tsc|armed/cancel.*:1000$|noise/timer_arm')

# try COMMAND...: sets `code`, `out` and `err`. A run that measures before it refuses takes a day.
try() {
    timeout --signal=KILL 20 "$@" >"$temporary/out" 2>"$temporary/err" </dev/null
    code=$?
    out=$(<"$temporary/out")
    err=$(<"$temporary/err")
}
untouched() { [ "$(ls -A)" = old.json ] && [ "$(<old.json)" = old ]; }
one_line() { [ -n "$1" ] && [ "$(wc -l <<<"$1")" = 1 ]; }

# is_refusal CODE PROGRAM NEEDLE...: the last try ended as it should, and says NEEDLEs.
is_refusal() {
    local wanted=$1 program=$2 needle
    shift 2
    if [ "$code" = "$wanted" ] && [ -z "$out" ] && one_line "$err" && [[ $err == "$program: "* ]] &&
        untouched; then
        for needle in "$@"; do
            contains "$err" "$needle" || break
        done && contains "$err" "$needle" && return
    fi
    echo "exit code $code; stdout '${out:0:200}'; stderr '$err'; in the folder: $(ls -A)"
    return 1
}

# refused CODE "PROGRAMS" "NEEDLE|NEEDLE" ARGUMENT...: as often as there are programs.
refused() {
    local wanted=$1 programs=$2 needles program
    IFS='|' read -ra needles <<<"$3"
    shift 3
    for program in $programs; do
        try "$bin/$program" --time 86400 "$@"
        expect "$program $(printf '%q ' "$@"): refused" is_refusal "$wanted" "$program" "${needles[@]}"
    done
}

for text in four 4.0 4,0 -5 0 1 "" " 4" 0x10 1e3 99999999999999999999; do
    refused 2 testFiber "fibers: '$text'|2 to 1,000,000" "$text"
    refused 2 testThread "threads: '$text'|2 to 1,000" "$text"
done
refused 2 testFiber "fibers: '1000001'" 1000001
refused 2 testThread "threads: '1001'" 1001
for text in many 2 500000001 -1 1e6; do
    refused 2 "$both" "iterations: '$text'|3 to 500,000,000" 4 "$text"
done
refused 2 "$both" "too many arguments" 4 5 6
refused 2 "$both" "'4 5'" $'4\n5'

# Option, a value that is taken, and those that are not: for one program and the other in turn.
one=testFiber other=testThread
while read -r option good bad; do
    read -ra bad <<<"$bad" # unlike a plain $bad, * stays *
    for value in "${bad[@]}"; do
        refused 2 "$one" "$option|'$value'" "$option" "$value"
        read -r one other <<<"$other $one"
    done
    refused 2 "$all" "$option|more than once" "$option" "$good" "$option" "$good"
    refused 2 "$all" "$option" "$option"
done <<'END'
--rounds     7         0 -1 1.5 many 100001
--precision  0.5       0 -1 0,5 5% nan inf 101
--only       yield     ( [ * no_such_case
--clock      tsc       rdtsc Realtime
--format     json      xml JSON
--passes     2         0 -1 101 two
--seed       1         -1 x 18446744073709551616
END
for value in 0 -1 0.09 86401 0,5 nan inf 1s; do
    for program in $all; do
        try "$bin/$program" --time "$value"
        expect "$program --time $value: refused" is_refusal 2 "$program" "--time: '$value'"
    done
done
refused 2 "$all" "--time|more than once" --time 1
refused 2 "$all" "--quick|--time" --quick
for program in $all; do
    try "$bin/$program" --quick --all
    expect "$program --quick --all: refused" is_refusal 2 "$program" "--quick and --all"
done
for value in x 3-1 "0," "," -1 0--1 99999; do
    refused 2 testThread "--cpus|\"$value\"" --cpus "$value"
done
refused 2 "$all" "--cpus|4000" --cpus 4000
if command -v taskset >/dev/null; then
    allowed=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
    try taskset -c "$allowed" "$bin/testThread" --cpus $((allowed + 1))
    expect "a CPU outside the mask: refused" is_refusal 2 testThread --cpus 1
else
    echo "skipped a CPU outside the mask: no taskset here (Debian: util-linux)"
fi
for value in near "same," ",same" SAME all,same; do
    refused 2 "$placed" "--placement|'$value'" --placement "$value"
done
refused 2 testFiber "--placement" --placement same
refused 2 testCancel "--slices" --slices 2
refused 2 testLiveness "--placement" --placement same
for value in fair round-robin "" "tollgate," round_robin,ours round_robin,shared_work; do
    refused 2 testFiber "--scheduler|'$value'|round_robin" --scheduler "$value"
done
for value in -1 0 1 4k 99999999999; do
    refused 2 testFiber "--stack-size|'$value'" --stack-size "$value"
done
for value in 2,4 fiber:2 fibers: fibers:8..2 fibers:2,,4 fibers:1..4; do
    refused 2 testFiber "--sweep" --sweep "$value"
done
for value in 0 3600001 -5 2.5 "" "2,,5" x 10..2; do
    refused 2 testSleep "--slices: '" --slices "$value"
done
for value in futex "" "parker," Parker; do
    refused 2 testSleep "--sleepers: '$value'|parker_spin" --sleepers "$value"
done
for value in slack_ns:0 slack_ns: idle_us:5 idle_us:20..10 foo:3 2,4; do
    refused 2 testSleep "--sweep: '" --sweep "$value"
done
for value in tokens:0 tokens:1000001 tokens: tokens:x tokens:-1 tokens:1,,2 tokens:20..10 \
    "tokens:1 2" token:1 slack_ns:1 fibers:4 1,10 ""; do
    refused 2 testCancel "--sweep: '" --sweep "$value"
done
for value in 0 4097 -1 "" x 1,,2 "1 4" 64..8; do
    refused 2 testLiveness "--threads: '" --threads "$value"
done
for value in 0 60001 -5 2.5 "" "2,,5" x 10..2; do
    refused 2 testLiveness "--timeouts: '" --timeouts "$value"
done
for value in 0 1001 -1 "" x 1,2; do
    refused 2 testLiveness "--period: '$value'" --period "$value"
done
for value in threads:0 threads:4097 threads: records:0 records:1000001 records:8..2 tokens:2 1,2 ""; do
    refused 2 testLiveness "--sweep: '" --sweep "$value"
done
for value in sundial "" "os," OS; do
    refused 2 testTimeout "--clocks: '$value'|coarse" --clocks "$value"
done
for value in 0 10000001 -1 "" x 1,,2 "1 4" 64..8 99999999999999999999; do
    refused 2 testTimeout "--timers: '" --timers "$value"
done
for value in 9 10000001 -5 2.5 "" "20,,50" x 100..20; do
    refused 2 testTimeout "--after: '" --after "$value"
done
for value in timers:0 timers:10000001 timers: timers:8..2 clocks:2 1,2 ""; do
    refused 2 testTimeout "--sweep: '" --sweep "$value"
done
for value in 4 1000001 -5 2.5 "" "10,,50" x 100..20; do
    refused 2 testNoise "--idle: '" --idle "$value"
done
for value in same "" "core," Core all; do
    refused 2 testNoise "--beside: '$value'|smt" --beside "$value"
done
refused 2 testNoise "--placement" --placement core
refused 2 testTimeout "--slices" --slices 2
refused 2 testLiveness "--demo|goes alone" --demo
refused 2 testCancel "--demo" --demo
for option in --capacity --producers --consumers --payload; do
    for value in 0 65537 -1 "" x 1,,2 "8 64" 64..8 99999999999999999999; do
        refused 2 testQueue "$option: '" $option "$value"
    done
done
for option in --producers --consumers; do
    refused 2 testQueue "$option: '257'|1 to 256" $option 257
done
for value in 4 100 2048 65544 131072 8..64; do
    refused 2 testQueue "--payload: '" --payload "$value"
done
for value in std_queue "" "pipe," Pipe all; do
    refused 2 testQueue "--queues: '$value'|mutex_condvar" --queues "$value"
done
for value in capacity:0 capacity:65537 capacity: payload:4 payload:100 payload:65544 producers:0 \
    producers:257 producers:2,,4 consumers:2 threads:2 2,4 ""; do
    refused 2 testQueue "--sweep: '" --sweep "$value"
done
refused 2 testQueue "--capacity: '65536'|65536 bytes|at most 1024 MiB" \
    --capacity 65536 --payload 65536
refused 2 testQueue "--capacity: '65536'" --sweep payload:8,65536 --capacity 65536
for value in 4 "" -5 -x; do
    refused 2 "$others" "too many arguments|only options" "$value"
done
refused 2 "$others" "too many arguments|only options" 4 5 6
# Sleeps take their time, which can be told before.
too_short() {
    try "$bin/testSleep" "$@"
    expect "testSleep $*: refused" is_refusal 2 testSleep "${needles[@]}"
}
needles=("--rounds: '1000'" "--time allows 1")
too_short --rounds 1000 --time 1
needles=("--time: '0.1' is too short")
too_short --all --time 0.1
too_short --time 0.1 --slices 3600000 --only 'timeout.*:parker/'
try "$bin/testLiveness" --timeouts 60000 --only delay
expect "testLiveness, freezes of a minute: refused" is_refusal 2 testLiveness "--time: '25'"
for option in --frobnicate --roun --members --quick=1 --all=1 --list=all; do
    refused 2 "$all" "${option%%=*}" "$option"
done
refused 2 "$both" -x -x
refused 3 testFiber addresses --only yield --stack-size 1073741824 1000000

# The values of --explain and --under, and the options that do not go with --explain.
for value in "" nonsense fiber thread/condvar/ 'fiber/yield/fibers:4 ' 'a*' /; do
    refused 2 "$all" "--explain: '$value' is none of the" --explain "$value"
done
refused 2 "$all" "--explain" --explain
refused 2 "$all" "--explain|more than once" --explain x --explain x
refused 2 "$all" "--under: it goes with --explain" --under cpus=busy
for value in "" a+b "cpus=busy," "a b" 'a/b' '*'; do
    refused 2 "$all" "--under: '$value'" --explain x --under "$value"
done
for other in "--only x" --list --all "--rounds 7" --selftest --environment; do
    read -ra words <<<"$other"
    refused 2 "$all" "--explain and ${words[0]}" --explain x "${words[@]}"
done
refused 2 "testFiber testThread testSleep" "--explain and --sweep" --explain x --sweep x:1
for program in $all; do
    one=$("$bin/$program" --list | head -n 1 | cut -d ' ' -f 1)
    try "$bin/$program" --explain "$one" --under nonsense --json old.json
    expect "$program --explain $one --under nonsense: refused" \
        is_refusal 2 "$program" "--under: 'nonsense' is not an intervention on this case" "allowed are"
    twice=$(sed -e 's/.*allowed are //' -e 's/, /\n/g' <<<"$err" | sort | uniq -d)
    expect "$program: each intervention has a name of its own: $twice" [ -z "$twice" ]
done

# Files: found out before anything is measured.
mkdir "$temporary/folder"
mkfifo "$temporary/fifo"
irregular=("$temporary/folder" "$temporary/fifo")
if [ "$(id -u)" != 0 ]; then
    irregular+=(/dev/null)
elif mknod "$temporary/device" c 1 3 2>"$temporary/err"; then
    irregular+=("$temporary/device") # root would really replace the system's own
else
    echo "skipped a device: $(<"$temporary/err")"
fi
for option in --json --json-ci --bmf --csv; do
    for file in "${irregular[@]}"; do
        refused 2 "$all" "$option: '$file'|regular file" "$option" "$file"
    done
    refused 2 "$all" "$option: ''" "$option" ""
    refused 3 testFiber "$option|$temporary/missing/new.json|No such file" \
        "$option" "$temporary/missing/new.json"
    refused 3 testThread "$option|old.json/new.json" "$option" old.json/new.json
done
refused 2 "$all" "--json and --csv|'new'" --json new --csv new
refused 2 "$all" "--json and --csv|new'" --json new --csv "$PWD/new"
refused 2 "$all" "--only|at most 1000" --only "$(printf '(%.0s' {1..2000})"
refused 2 "$all" "--cpus" --json new.json --cpus 4000
refused 2 "$all" "--only" --json old.json --only no_such_case
if [ "$(id -u)" != 0 ]; then
    mkdir -m 555 "$temporary/sealed"
    refused 3 "$all" "--json|sealed/new.json" --json "$temporary/sealed/new.json"
elif [ -d /proc/self ]; then
    refused 3 "$all" "--json|/proc/new.json" --json /proc/new.json
else
    echo "skipped a folder that takes no files: root may write anywhere here"
fi

# A disk of 64 KiB with a file old.json, which no other process sees.
disk=$temporary/disk
mkdir "$disk"
trap 'umount "$disk" 2>/dev/null; rm -rf "$temporary"' EXIT
cat >"$temporary/on_disk" <<'END'
mount -t tmpfs -o size=64k tmpfs "$1" || exit 99
echo old >"$1/old.json"
(shift && exec "$@")
code=$?
[ "$(ls -A "$1")" = old.json ] && [ "$(cat "$1/old.json")" = old ] || exit 98
umount "$1" || exit 97
exit $code
END
# Any user may, but not in a chroot, and there the root folder is no mount that could be made private.
for space in "--map-root-user --mount" "--mount --propagation unchanged"; do
    read -ra on_disk <<<"unshare $space"
    on_disk+=(sh "$temporary/on_disk" "$disk")
    try "${on_disk[@]}" true
    if [ $code = 0 ]; then break; fi
done
if [ $code = 0 ]; then
    for program in $all; do
        try "${on_disk[@]}" "$bin/$program" --time 86400 --json "$disk/old.json"
        expect "$program on a full disk: refused" \
            is_refusal 3 "$program" "--json: " "$disk/old.json" "No space left on device"
    done
else
    echo "skipped the full disk: this user cannot mount one: $(head -n 1 "$temporary/err")"
fi

# No standard streams to speak of.
for program in $all; do
    "$bin/$program" --frobnicate 2>&- >"$temporary/out"
    code=$?
    expect "$program without a stderr: exit 2" [ $code = 2 ]
    "$bin/$program" "${brief[@]}" --json new.json </dev/null >&- 2>"$temporary/err"
    code=$?
    expect "$program without a stdout: exit 3" [ $code = 3 ]
    expect "$program without a stdout: one line" one_line "$(<"$temporary/err")"
    expect "$program without a stdout: the file is whole" \
        grep -q "\"partial\": false" new.json
    rm -f new.json
    if [ -w /dev/full ]; then
        "$bin/$program" "${brief[@]}" --json new.json >/dev/full 2>"$temporary/err" </dev/null
        code=$?
        expect "$program, stdout full: exit 3" [ $code = 3 ]
        expect "$program, stdout full: one line that says so" \
            [ "$(<"$temporary/err")" = "$program: write stdout: No space left on device" ]
        expect "$program, stdout full: the file is whole" grep -q "\"partial\": false" new.json
        rm -f new.json
        "$bin/$program" --frobnicate 2>/dev/full >"$temporary/out"
        code=$?
        expect "$program, stderr full: exit 2" [ $code = 2 ]
    fi
done
if ! [ -w /dev/full ]; then echo "skipped full streams: no /dev/full here"; fi

# Readers who have seen enough.
# seen_enough READER ARGUMENT...: sets `code` and `err` of a program whose reader goes away.
seen_enough() {
    local reader=$1
    shift
    { "$@" 2>"$temporary/err" </dev/null; echo $? >"$temporary/code"; } | $reader >/dev/null
    code=$(<"$temporary/code")
    err=$(<"$temporary/err")
}
for program in $all; do
    for reader in "head -n 1" true; do
        for format in table json; do
            seen_enough "$reader" "$bin/$program" "${brief[@]}" --format $format --json new.json
            expect "$program --format $format | $reader: exit 0, silent" [ "$code" = 0 -a -z "$err" ]
            expect "$program --format $format | $reader: the file is whole" \
                grep -q "\"partial\": false" new.json
            rm -f new.json
        done
        seen_enough "$reader" "$bin/$program" --list
        expect "$program --list | $reader: exit 0, silent" [ "$code" = 0 -a -z "$err" ]
    done
    seen_enough true "$bin/$program" --help
    expect "$program --help to nobody: exit 0, silent" [ "$code" = 0 -a -z "$err" ]
    try "$bin/$program" "${brief[@]}"
    expect "$program without a terminal: no progress" [ "$code" = 0 -a -n "$out" -a -z "$err" ]
done

# A locale that writes 0,5 for 0.5.
german=(env LC_ALL=de_DE.UTF-8)
if command -v localedef >/dev/null; then
    mkdir "$temporary/locale"
    localedef -i de_DE -f UTF-8 "$temporary/locale/de_DE.UTF-8" >/dev/null 2>&1
    german+=(LOCPATH="$temporary/locale")
fi
if [ "$("${german[@]}" bash -c 'printf %.1f 0,5' 2>/dev/null)" = 0,5 ]; then
    try "$bin/testFiber" "${brief[@]}" --json "$temporary/here.json"
    for part in classical table conditions environment; do
        expect "the $part is the same in any locale" \
            [ "$("$bin/costSheet" --part $part "$temporary/here.json")" = \
                "$("${german[@]}" "$bin/costSheet" --part $part "$temporary/here.json")" ]
    done
    expect "the help is the same in any locale" \
        [ "$("$bin/testFiber" --help)" = "$("${german[@]}" "$bin/testFiber" --help)" ]
    for program in $all; do
        try "${german[@]}" "$bin/$program" "${brief[@]}"
        expect "$program with a decimal comma: no comma in its figures" \
            [ "$code" = 0 -a "$(grep -cE '^\|.*[0-9],[0-9]' <<<"$out")" = 0 ]
        try "${german[@]}" "$bin/$program" "${brief[@]}" --format json
        expect "$program with a decimal comma: JSON" [ "$(jq .tollgate.proven "$temporary/out")" = true ]
        try "${german[@]}" "$bin/$program" "${brief[@]}" --format csv
        expect "$program with a decimal comma: CSV has ten columns" \
            [ "$(awk -F, '{ print NF }' "$temporary/out" | sort -u)" = 10 ]
        try "${german[@]}" "$bin/$program" --precision 0,5
        expect "$program with a decimal comma: 0,5 is no number there either" \
            is_refusal 2 "$program" "--precision: '0,5'"
    done
else
    echo "skipped the decimal comma: no German locale here, and none can be made (Debian: locales)"
fi

# hwloc describes another machine, or nothing.
echo "no machine" >"$temporary/machine.xml"
for lie in "HWLOC_SYNTHETIC=pack:2 l3:2 core:8 pu:2" "HWLOC_XMLFILE=$temporary/machine.xml" \
    "HWLOC_XMLFILE=$temporary/missing.xml" HWLOC_COMPONENTS=stop; do
    for program in $all; do
        try env "$lie" "$bin/$program" "${brief[@]}"
        expect "$program with $lie: measures" [ "$code" = 0 -a -n "$out" -a -z "$err" ]
        try env "$lie" "$bin/$program" --cpus 31-4000
        expect "$program with $lie: has no more CPUs" is_refusal 2 "$program" --cpus
    done
done
expect "in the end nothing was touched" untouched

finish
