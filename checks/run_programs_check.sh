#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# tools/tollgate run on programs that only pretend to measure, in a folder of their own.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

tree="$temporary/stand in"
mkdir "$tree"
cd "$tree" || exit
mkdir tools && cp -R "$top/tools/"{tollgate,orchestrate} tools/
long=test$(printf 'x%.0s' {1..100})
printf 'names:\n\t@echo testA testB testC testFiber %s\n' "$long" >Makefile

# program NAME [SCRIPT]: a program that appends its name and arguments to `calls`. Instead of measuring it runs
# SCRIPT, with the name of the result file in $file.
program() {
    cat >"$1" <<END
#!/bin/bash
echo "$1 \$*" >>calls
file=
while [ \$# != 0 ]; do
    case \$1 in --json) file=\$2 ;; --turns) turns=\$2 ;; esac
    shift
done
echo "a table of $1"
${2:-echo new >\"\$file\"}
END
    chmod +x "$1"
}
# This costSheet prints the names of its files, and the content of each.
cat >costSheet <<'END'
#!/bin/bash
trap '' PIPE
exec 2>/dev/null # it ignores that nobody reads its output
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
start_over() {
    rm -rf results calls
    mkdir -p results/{failed,partial}
    echo old | tee results/test{A,B,C,Old}.json results/report.html results/partial/{testB.json,report.html} >results/failed/testA.json
}
results() { cat results/test{A,B,C}.json | xargs; }

program testA
program testB
program testC
start_over
run tools/tollgate run
expect "success: exit 0, and the results are new" [ "$code $(results)" = "0 new new new" ]
expect "the screen shows these results and no others, and costSheet writes the page" \
    [ "$(grep -c '^shown: ' <<<"$output")" = 3 -a "$(grep -c '^costSheet --html results/report.html ' calls)" = 1 ]
expect "no other file is left, and earlier failed and partial results are gone" \
    [ "$(cd results && echo * .[!.]*)" = "report.html testA.json testB.json testC.json testOld.json .[!.]*" ]
start_over
mkdir elsewhere
echo old >elsewhere/kept && chmod 640 elsewhere/kept
ln -sf ../elsewhere/kept results/testA.json
run tools/tollgate run testA
expect "a link in results stays a link, and its target is new" \
    [ -L results/testA.json -a "$(cat elsewhere/kept)" = new -a "$(ls elsewhere)" = kept ]
start_over
run tools/tollgate run --quick --results there testB testA
expect "named programs run in their order, with the options, and write into the named folder" \
    [ "$(sed -n 's/ --no-progress.*//p' calls | xargs)" = "testB --quick testA --quick" -a -f there/testA.json ]
start_over
run tools/tollgate run --time 3 --runtimes go --run-options "--passes 5 --only 'a  b' \"--cpus=0\" \$(ls); \`ls\`" testA
expect "options reach the program, with a shell's quotes and no other expansion" \
    contains "$(<calls)" "testA --runtimes go --time 3 --no-progress --passes 5 --only a  b --cpus=0 \$(ls); \`ls\`"

start_over
tools/tollgate run testA >output 2>&1 <&-
expect "standard input closed: exit 0" [ "$?" = 0 ]
tools/tollgate run --help >&- 2>output
expect "standard output closed: exit 3, no traceback" [ "$? $(wc -l <output)" = "3 0" ]
start_over
exec 3> >(exit) # nobody reads it
wait $!
PYTHONSAFEPATH=1 tools/tollgate run testA >&3 2>output
expect "if nobody reads the output: exit 0, no message, and the results are new" \
    [ "$? $(wc -l <output) $(<results/testA.json)" = "0 0 new" ]
exec 3>&-

# refused "NEEDLE" ARGUMENT...
refused() {
    start_over
    run tools/tollgate run "${@:2}"
    expect "$(printf '%q ' "${@:2}"): exit 2, one line that names the error, nothing runs" \
        [ "$code $(wc -l <<<"$output") $(grep -cF -- "$1" <<<"$output")" = "2 1 1" -a ! -e calls ]
}
refused "unrecognized arguments: --fast" --fast
refused "'soon'" --time soon
refused "give only one" --time 3 --quick
refused "--programs: 'testA;true'" --programs 'testA;true'
refused "'testX' is not a program that is built here: testA testB testC" --programs 'testA testX'
mkdir -p elsewhere/testC.json
refused "elsewhere/testC.json is a folder" --results elsewhere testC
refused "'costSheet'" costSheet
refused "--run-options" --run-options $'--only\na'
refused "quote" --run-options "--only 'a"
refused "--results: 'testA' is not a folder" --results testA
refused "names a program twice" testA testB testA
run tools/tollgate run --help
expect "--help: exit 0" [ "$code" = 0 ]

# shellcheck disable=SC2016
program testB 'echo half >"$file"; echo "testB: no clock" >&2; exit 3'
start_over
run tools/tollgate run
expect "a program that the machine refuses: exit 3, named with its reason" \
    [ "$code" = 3 -a "$(grep -c '^testB: exit code 3; no clock' <<<"$output")" = 1 ]
expect "its earlier result stays, its new result is shown, the others went on" \
    [ "$(results)" = "new old new" -a "$(grep '^shown: .*/testB' <<<"$output")" = "shown: results/failed/testB.json: half" ]
# shellcheck disable=SC2016
program testB 'echo wrong >"$file"; exit 1'
program testA 'exit 3'
start_over
run tools/tollgate run
expect "a wrong answer: exit 1, whatever else failed" [ "$code" = 1 ]
expect "the earlier result stays, the screen shows the failed one" \
    [ "$(cat results/testB.json)" = old -a "$(grep '^shown: .*/testB' <<<"$output")" = "shown: results/failed/testB.json: wrong" ]
program testB 'exit 3'
program testA
start_over
touch results/testA-1.json results/testA-7.json
run tools/tollgate run --runs 2
expect "several runs: a program that fails ends no other; earlier results of the others are gone" \
    [ "$code $(cd results && echo test*)" = "3 testA-1.json testA-2.json testB.json testC-1.json testC-2.json testOld.json" ]
run tools/tollgate run testA
expect "the result of a single run replaces those of several" [ "$code $(cd results && echo testA*)" = "0 testA.json" ]
# shellcheck disable=SC2016
program testB 'kill -9 $$'
start_over
run tools/tollgate run testB
expect "a program is killed, and no other was run: exit 3, named, no screen, the page stays" \
    [ "$code $output $(cat results/report.html)" = "3 testB: ended by signal 9 old" -a "$(grep -c costSheet calls)" = 0 ]

# with_passes NAME PASSES: a program that waits before each pass.
with_passes() {
    program "$1" "for ((pass = 1; pass <= $2; ++pass)); do
        read -r -n 1 -u \"\${turns%,*}\" || exit 3
        echo \"$1: pass \$pass\" >>calls
        if [ \$pass != $2 ]; then printf . >&\"\${turns#*,}\"; fi
    done
    echo new >\"\$file\""
}
with_passes testA 3
with_passes testB 1
with_passes testC 2
start_over
run tools/tollgate run
expect "the passes of the programs alternate" \
    [ "$(grep pass calls | tr '\n' ' ')" = "testA: pass 1 testB: pass 1 testC: pass 1 testA: pass 2 testC: pass 2 testA: pass 3 " ]
expect "each program has a new result" [ "$code $(results)" = "0 new new new" ]

# In this language, [a-z] has no i.
if abroad_in tr_TR; then
    program testFiber
    run "${abroad[@]}" tools/tollgate run --programs testFiber
    expect "in Turkish: exit 0" [ "$code" = 0 ]
    rm testFiber
fi

# On a terminal.
if command -v script >/dev/null; then
    program "$long"
    # progress_on KIND COLUMNS: prints each state of the line of progress on a line.
    progress_on() {
        TERM=$1 script -qec "stty cols $2; tools/tollgate run $long" /dev/null </dev/null | tr '\r' '\n' | sed -n 's/\x1b\[K.*//p'
    }
    expect "the line of progress is not wider than the terminal" [ "$(progress_on xterm 40 | wc -L)" = 39 ]
    expect "it is not cut if there is room" contains "$(progress_on xterm 200)" "$long (1 of 1), about 14 s left"
    expect "a terminal that cannot clear a line has no line of progress" [ -z "$(progress_on dumb 200)" ]
    rm "$long"
else
    echo "skipped a terminal: no script (Debian: bsdutils)"
fi

# Interrupted: the program writes a partial result, the next ones are not run, the screen is printed.
program testA
# shellcheck disable=SC2016
program testB 'trap "echo partial >\"\$file\"; exit 130" INT TERM
    touch ready; until [ -e never ]; do read -rt 0.1 <>silent; done'
program testC
mkfifo silent
set -m # a process group for each run, and Ctrl-C as on a terminal
# interrupted TARGET: sends SIGINT to it alone (pid) or to its group (-pid).
interrupted() {
    start_over
    rm -f ready
    tools/tollgate run >"$temporary/out" 2>&1 </dev/null &
    pid=$!
    until [ -e ready ]; do sleep 0.02; done
    kill -INT -- "${1/pid/$pid}"
    wait $pid
    code=$?
    output=$(<"$temporary/out")
    expect "interrupted ($1): exit 130, and the screen shows the complete and the partial result" \
        [ "$code $(sed -n 's/^shown: results.//p' <<<"$output" | xargs)" = "130 testA.json: new partial/testB.json: partial" ]
    expect "interrupted ($1): a line names the interrupted program" contains "$output" "partial: interrupted in testB (2 of 3)"
    expect "interrupted ($1): partial results and page do not replace complete ones" \
        [ "$(results) $(cat results/report.html results/partial/report.html | xargs)" = "new old old old page" ]
    expect "interrupted ($1): no file and no process is left" [ -z "$(find results -name "*.new*")" -a -z "$(pgrep -g $pid)" ]
}
interrupted pid
interrupted -pid

finish
