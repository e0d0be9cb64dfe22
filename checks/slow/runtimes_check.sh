#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The other runtimes whose toolchains are installed are built, and do the work of all their cases in all programs. A
# line names the reason why a runtime is left out. No runtime process is left, however a run ends.
# TOLLGATE_BIN names another folder with the programs.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

expect_built
set -m # a process group for each run, and Ctrl-C as on a terminal
export TOLLGATE_RUNTIMES=$top/build/runtimes
built=()

run "$top/runtimes/build"
expect "the runtimes are built, or left out with a reason" [ "$code" = 0 ]
if [ "$code" != 0 ]; then echo "$output"; fi
while read -r name; do
    place=$TOLLGATE_RUNTIMES/$name
    if [ -s "$place/left_out" ]; then
        echo "skipped runtime $name: $(head -n 1 "$place/left_out")"
    else
        expect "runtime $name is a program" [ -x "$place/runtime" ]
        built+=("$name")
    fi
done < <("$top/runtimes/build" --list)
run "$top/runtimes/build" nothing
expect "a runtime that does not exist is refused" [ "$code" = 2 ]

# each_works NAME: runs one round of all the runtime's cases in every program that has some. Wrong work fails the case
# and the run.
each_works() {
    local program answers=0
    for program in "${measuring[@]}"; do
        "$bin/$program" --runtimes "$1" --list --all 2>/dev/null | grep -q "/impl:$1\b" || continue
        answers=$((answers + 1))
        run timeout --signal=KILL 300 "$bin/$program" --runtimes "$1" --only "/impl:$1(/|\$)" --rounds 1 --passes 1
        expect "$program: the work of runtime $1 is right" [ "$code" = 0 ]
        if [ "$code" != 0 ]; then echo "$output" | grep -a "failed\|impl:$1"; fi
    done
    expect "runtime $1 has cases in a program" [ $answers != 0 ]
}
for name in ${built[@]+"${built[@]}"}; do each_works "$name"; done
if [[ " ${built[*]-} " = *" c "* ]]; then
    run "$bin/testThread" --runtimes c --only 'pipe/impl:c/' --rounds 2 --passes 2
    expect "at all placements, several passes use the same runtime processes" [ "$code" = 0 ]
fi

# A folder whose name is not ASCII.
if [[ " ${built[*]-} " = *" java "* ]]; then
    mkdir "$temporary/ä" && cp -R "$top/runtimes" "$temporary/ä"
    # shellcheck disable=SC2016 # for that shell
    run env LC_ALL=C sh -c '"$0/runtimes/build" java && echo hello | "$0/build/runtimes/java/runtime"' "$temporary/ä"
    expect "runtime java in a folder with an ä in its name" contains "$output" "runtime 1 java"
fi

# The example of the documents, under a unique name.
cp "$top/docs/examples/runtime_example.py" "$temporary/lonely_runtime.py"
runtime="exec python3 $temporary/lonely_runtime.py"
run "$bin/testFiber" --runtime "$runtime" --only python_generator --rounds 3 --passes 3
expect "the example in Python is a runtime" [ "$code" = 0 ]
compiler=$("$top/tools/setup" --compiler)
if "${compiler%++*}cc" -O2 -o "$temporary/my_runtime" "$top/docs/examples/runtime_example.c" 2>/dev/null ||
    cc -O2 -o "$temporary/my_runtime" "$top/docs/examples/runtime_example.c" 2>/dev/null; then
    run "$bin/testCancel" --runtime "$temporary/my_runtime" --only my_c --rounds 3 --passes 3
    expect "the example in C is a runtime" [ "$code" = 0 ]
else
    echo "skipped the example in C: no compiler of C"
fi

# lonely: whether the runtime's process exists. Our program's command line contains the script's name, too.
lonely() { pgrep -f "^[^ ]*python[0-9.]* $temporary/lonely_runtime.py" >/dev/null; }
# gone: whether all runtime processes end within ten seconds.
gone() {
    local tenths=0
    while lonely && [ $((tenths += 1)) -lt 100 ]; do sleep 0.1; done
    ! lonely
}
expect "a run that has ended leaves no runtime" gone
for moment in INT:0.1 INT:0.9 KILL:0.7; do # in the warm-up, and in passes
    signal=${moment%:*}
    "$bin/testFiber" --runtime "$runtime" --only 'python_generator|yield' --time 60 >"$temporary/out" 2>"$temporary/err" </dev/null &
    pid=$!
    until lonely || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
    sleep "${moment#*:}"
    kill -"$signal" $pid
    wait $pid 2>/dev/null
    code=$?
    expect "SIG$signal leaves no runtime" gone
    if [ "$signal" != KILL ]; then
        expect "SIG$signal: exit 130" [ $code = 130 ]
    fi
done

# A runtime that does not greet.
"$bin/testFiber" --runtime 'exec sleep 30' >"$temporary/out" 2>"$temporary/err" </dev/null &
pid=$!
sleep 0.5
kill -INT $pid
wait $pid 2>/dev/null
expect "SIGINT before a runtime has greeted ends the run" [ $? = 130 ]

# On a terminal, a runtime that writes to stderr.
cat >"$temporary/loud.sh" <<'END'
echo "a word to begin with" >&2
exec python3 "$(dirname "$0")/lonely_runtime.py"
END
run script -qec "'$bin/testFiber' --runtime 'exec sh $temporary/loud.sh' --only python_generator --rounds 3 --passes 3" /dev/null
expect "a runtime's stderr is not printed between the lines of progress" lacks "$output" "a word to begin with"
expect "such a runtime is measured" contains "$output" "python_generator"

finish
