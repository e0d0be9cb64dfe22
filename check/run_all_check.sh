#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# run_all on programs that only pretend to measure, in a folder of their own.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

tree="$temporary/stand in"
mkdir "$tree"
cd "$tree" || exit
cp "$top/"{run_all,run_options.sh} .
printf 'names:\n\t@echo testA testB testC\n' >Makefile

# program NAME [SCRIPT]: adds how it was called to `calls`; SCRIPT runs where it would measure, with the
# file to write in $file.
program() {
    cat >"$1" <<END
#!/bin/bash
echo "$1 \$*" >>calls
file=
while [ \$# != 0 ]; do
    if [ "\$1" = --json ]; then file=\$2; fi
    shift
done
echo "a table of $1"
${2:-echo new >\"\$file\"}
END
    chmod +x "$1"
}
# What the sheet prints: the names of the files that it is given, and what is in each.
cat >costSheet <<'END'
#!/bin/bash
echo "costSheet $*" >>calls
[ "$1" = --html ] && echo page >"$2"
shift 2
code=0
for file in "$@"; do
    echo "shown: $file: $(<"$file")"
    if grep -q wrong "$file"; then code=1; fi
done
exit $code
END
chmod +x costSheet
start_over() { rm -rf results calls && mkdir results && echo old | tee results/test{A,B,C,Old}.json >results/report.html; }

program testA
program testB
program testC
start_over
run ./run_all
expect "all held: exit 0" [ "$code" = 0 ]
expect "results are new" [ "$(cat results/test{A,B,C}.json | xargs)" = "new new new" ]
expect "the sheet shows them, none of another name" \
    [ "$(grep -c '^shown: ' <<<"$output")" = 3 -a "$(cat results/testOld.json)" = old ]
expect "and the last line says where the page is" \
    [ "$(tail -n 1 <<<"$output")" = "the page: results/report.html" ]
expect "what single programs print is not shown" lacks "$output" "a table"
expect "nothing else is left" [ "$(echo results/* results/.[!.]*)" = "$(echo results/report.html results/test{A,B,C,Old}.json) results/.[!.]*" ]
expect "each takes its own time" [ "$(grep -c '^test. --no-progress --turns 5,6 --json' calls)" = 3 ]
start_over
run ./run_all testB testA
expect "programs that are named run in that order" \
    [ "$(cut -d ' ' -f 1 calls | xargs)" = "testB testA costSheet" ]
start_over
run ./run_all --quick
expect "--quick: each is quick, without a time" [ "$(grep -c '^test. --quick --no-progress --turns 5,6 --json' calls)" = 3 ]
start_over
run ./run_all --time 3 --run-options "--passes 5 --only 'a  b' \"--cpus=0\"" testA
expect "--run-options go to the program, quotes as in a shell" \
    contains "$(<calls)" "testA --time 3 --no-progress --passes 5 --only a  b --cpus=0 --turns 5,6 --json"
start_over
run ./run_all --guests 'go,tokio' testA
expect "--guests goes to the program" contains "$(<calls)" "testA --no-progress --guests go,tokio --turns 5,6 --json"
start_over
run ./run_all --time 3 --run-options "  " testA
expect "--run-options of blanks are none" grep -q "^testA --time 3 --no-progress --turns 5,6 --json [^ ]*$" calls
start_over
# shellcheck disable=SC2016
run ./run_all --run-options '$(touch broken) `touch broken` ; touch broken' testA
expect "no text among the options runs" [ ! -e broken ]
mkdir elsewhere
run env -C elsewhere ../run_all --results there --quick
expect "--results is where it was called" [ -f elsewhere/there/testA.json -a -f elsewhere/there/report.html ]

start_over
run ./run_all --quick --programs "testA testC" testB
expect "--programs come first, those named at the end follow" \
    [ "$(sed -n 's/ .*//; /^test/p' calls | xargs)" = "testA testC testB" ]

# refused "WHAT" "NEEDLE" ARGUMENT...
refused() {
    start_over
    run ./run_all "${@:3}"
    expect "$1: exit 2, one line, nothing runs" \
        [ "$code" = 2 -a "$(wc -l <<<"$output")" = 1 -a ! -e calls ]
    expect "$1: said" contains "$output" "$2"
}
refused "an unknown option" "'--fast'" --fast
refused "a time that is none" "'soon'" --time soon
refused "no time" "'0'" --time 0
refused "a time without end" "below 100000" --time 100000
refused "names that are none" "--programs: 'testA;true'" --programs 'testA;true'
refused "no names" "--programs: '  '" --programs '  '
refused "names in two lines" "--programs: 'testA\\ntestB'" --programs $'testA\ntestB'
mkdir -p folder other/testB.json
refused "a folder" "'folder' is not a program" folder
refused "a folder where the result belongs" "other/testB.json is a folder" --results other testB
rmdir folder other/testB.json other
run bash -c './run_all --help >/dev/full'
expect "a full disk for --help: exit code" [ "$code" != 0 ]
expect "and nothing runs" lacks "$output" testA
refused "a program of --programs that is not there" "'testX'" --programs 'testA testX'
refused "options of two lines" "--run-options" --run-options $'--only\na'
refused "no folder" "--results" --results ''
refused "a time that is missing" "--time" --time
refused "both time and quick" "give one" --time 3 --quick
refused "a program that is not there" "'testX'" testA testX
refused "a program elsewhere" "'./testA'" ./testA
refused "the sheet as a program" "'costSheet'" costSheet
refused "a quote without end" "quote" --run-options "--only 'a"
run ./run_all --help
expect "--help: exit 0" [ "$code" = 0 ]
touch file
run ./run_all --results file/results
expect "a folder that cannot be made: exit 3, one line" [ "$code" = 3 -a "$(wc -l <<<"$output")" = 1 ]

# shellcheck disable=SC2016
program testB 'echo half >"$file"; echo "testB: no clock" >&2; exit 3'
start_over
run ./run_all
expect "one refused by the machine: exit 3" [ "$code" = 3 ]
expect "it is named, with its reason" contains "$output" "testB: exit code 3; testB: no clock"
expect "its earlier result stays and is not shown" \
    [ "$(cat results/testB.json)" = old -a "$(grep -c '^shown: ' <<<"$output")" = 2 ]
expect "the others went on" [ "$(cat results/test{A,C}.json | xargs)" = "new new" ]

# shellcheck disable=SC2016
program testB 'echo wrong >"$file"; exit 1'
program testA 'exit 3'
start_over
run ./run_all
expect "a failed proof: exit 1, whatever else failed" [ "$code" = 1 ]
expect "the earlier result stays, the sheet shows the failed one" \
    [ "$(cat results/testB.json)" = old -a "$(grep '^shown: .*/testB' <<<"$output")" = "shown: results/failed/testB.json: wrong" ]
# shellcheck disable=SC2016
program testB 'echo new >"$file"'
run ./run_all testB
expect "a proof that holds again ends that" [ "$code" = 0 -a ! -e results/failed ]
program testB 'exit 3'
program testC 'exit 3'
start_over
run ./run_all
expect "none measured: exit 3, no sheet, the page stays" \
    [ "$code" = 3 -a "$(cat results/report.html)" = old -a "$(grep -c costSheet calls)" = 0 ]

program testA 'echo "testA: --time: 2 is too short" >&2; exit 2'
start_over
run ./run_all --time 2 testA
expect "a program that was told nonsense: exit 2, and it says what" \
    [ "$code" = 2 -a "$(grep -c '^testA: exit code 2; testA: --time: 2 is too short$' <<<"$output")" = 1 ]

# Programs that take turns: a pass of each at a time, as many passes as each has.
takes_turns() { # NAME PASSES
    program "$1" "for ((pass = 1; pass <= $2; ++pass)); do
        read -r -n 1 -u 5 || exit 3
        echo \"$1: pass \$pass\" >>calls
        if [ \$pass != $2 ]; then printf . >&6; fi
    done
    echo new >\"\$file\""
}
takes_turns testA 3
takes_turns testB 1
takes_turns testC 2
start_over
run ./run_all
expect "programs take turns, a pass of each at a time" \
    [ "$(grep pass calls | tr '\n' ' ')" = "testA: pass 1 testB: pass 1 testC: pass 1 testA: pass 2 testC: pass 2 testA: pass 3 " ]
expect "all of their results are there" [ "$code $(cat results/test{A,B,C}.json | xargs)" = "0 new new new" ]
# A stand-in that goes on when there are no turns any more.
program testA 'echo $$ >waits; read -r -n 1 -u 5; printf . >&6; read -r -n 1 -u 5 || { echo told >>calls; exit 130; }'
# shellcheck disable=SC2016
program testB 'echo $$ >sleeps; touch ready; exec sleep 600'
start_over
rm -f ready
./run_all >/dev/null 2>&1 </dev/null &
pid=$!
until [ -e ready ]; do sleep 0.02; done
kill -KILL $pid
wait $pid 2>/dev/null
for ((i = 0; i < 100; ++i)); do
    if ! kill -0 "$(<waits)" 2>/dev/null; then break; fi
    sleep 0.05
done
expect "programs hear that run_all is gone" grep -q told calls
kill "$(<sleeps)"

# Interrupted: the program writes what it has, the others are not run, the sheet comes.
program testA
# shellcheck disable=SC2016
program testB 'trap "echo partial >\"\$file\"; exit 130" INT TERM
    touch ready; until [ -e never ]; do read -rt 0.1 <>silent; done'
program testC
mkfifo silent
set -m # a process group for each run, and Ctrl-C as on a terminal
# interrupted TARGET: sends SIGINT to run_all alone (pid) or to its group (-pid).
interrupted() {
    start_over
    rm -f ready
    ./run_all >"$temporary/out" 2>&1 </dev/null &
    pid=$!
    until [ -e ready ]; do sleep 0.02; done
    kill -INT -- "${1/pid/$pid}"
    wait $pid
    code=$?
    output=$(<"$temporary/out")
    expect "interrupted ($1): exit 130" [ "$code" = 130 ]
    expect "interrupted ($1): the sheet of what there is" \
        [ "$(grep '^shown: ' <<<"$output" | xargs)" = "shown: results/testA.json: new shown: results/testB.json: partial" ]
    expect "interrupted ($1): marked" contains "$output" "partial: interrupted in testB (2 of 3)"
    expect "interrupted ($1): the next did not run" [ "$(cat results/testC.json)" = old ]
    expect "interrupted ($1): nothing else is left" lacks "$(ls -A results)" .new
    expect "interrupted ($1): it ended what it started" [ -z "$(pgrep -g $pid)" ]
}
interrupted pid
interrupted -pid
program testB 'touch ready; exec sleep 600'
start_over
rm -f ready
./run_all >"$temporary/out" 2>&1 </dev/null &
pid=$!
until [ -e ready ]; do sleep 0.02; done
kill -TERM $pid
wait $pid
expect "a program that only ends loses nothing of the others'" \
    [ $? = 130 -a "$(cat results/test{A,B,C}.json | xargs)" = "new old old" ]

# The signal comes while the second program is started: a shell that becomes the program dies of it.
mkdir "$temporary/fake"
cat >"$temporary/fake/mkfifo" <<END
#!/bin/bash
echo >>'$temporary/starts'
if [ "\$(wc -l <'$temporary/starts')" = 2 ]; then kill -TERM \$PPID; fi
exec $(command -v mkfifo) "\$@"
END
chmod +x "$temporary/fake/mkfifo"
program testB
start_over
PATH="$temporary/fake:$PATH" ./run_all >"$temporary/out" 2>&1 </dev/null
expect "a program that is told to end as it starts loses nothing of the others'" \
    [ $? = 130 -a "$(cat results/test{A,B,C}.json | xargs)" = "new old old" ]
expect "and the sheet comes" grep -q '^shown: results/testA.json: new' "$temporary/out"
set +m

program testB :
start_over
run ./run_all testA testB
expect "a program without a result: exit 3, and it says so" \
    [ "$code" = 3 -a "$(grep -c '^testB: no result, exit code 0$' <<<"$output")" = 1 ]
run ./run_all testA testB testA
expect "a program that is named twice: exit 2" [ "$code" = 2 ]
expect "it says which" contains "$output" "'testA' is named twice"
program testB

if script --version 2>/dev/null | grep -q util-linux; then
    # shellcheck disable=SC2016
    program testB 'sleep 1.2; echo new >"$file"'
    start_over
    script -qec "./run_all testA testB" "$temporary/typescript" >/dev/null </dev/null
    expect "a terminal: one line says what runs and how long it takes" \
        grep -q 'testB (2 of 2), about 1[0-9] s left' "$temporary/typescript"
    expect "a terminal: no line of it is left" \
        lacks "$(sed 's/.*\r//' "$temporary/typescript")" "s left"
    start_over
    script -qec "./run_all --time 08.5 testA testB" "$temporary/typescript" >/dev/null </dev/null
    expect "a terminal: a time with a zero before it" grep -q 'testB (2 of 2), about [1-9] s left' "$temporary/typescript"
    start_over
    script -qec "./run_all --no-progress testA testB" "$temporary/typescript" >/dev/null </dev/null
    expect "--no-progress: none" lacks "$(<"$temporary/typescript")" "s left"
else
    echo "skipped the progress line on a terminal: no script of util-linux here (Debian: bsdutils)"
fi

finish
