#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# Result files in the hands of other programs: jq, a reader of CSV, Google Benchmark's compare.py,
# and our own costSheet. TOLLGATE_BIN names another folder with the programs.
# The name of a program is one word, and jq has variables of its own.
# shellcheck disable=SC2086,SC2016
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

expect_built
cd "$temporary" || exit

# holds FILE CONDITION: of the JSON in the file.
holds() { [ "$(jq "$2" "$1")" = true ]; }

# Some cases of each program.
some='fiber/yield|context_resume|(condvar|semaphore).*same|parker/found:empty|cancel/check'
some+='|pingpong/impl:mutex|liveness/(clock|blocking)|register.*/threads:4'
some+='|noise/(switch|timer_arm)|timeout/(deferred/impl:tollgate/clock:tsc/between:fibers|armed/arm.*:1000$)'
# A round in each pass: each pass has an entry, and compare.py warns of fewer than nine.
brief=(--rounds 9 --time 0.3 --only "$some")
for program in "${measuring[@]}"; do
    for run in old new; do
        "$bin/$program" "${brief[@]}" --json $program.$run.json --json-ci $program.$run.ci.json \
            --bmf $program.$run.bmf.json --csv $program.$run.csv >$program.$run.txt 2>$program.$run.err
        expect "$program measures" [ $? = 0 ]
        expect "$program says nothing on stderr" [ ! -s $program.$run.err ]
    done
    full=$program.new.json
    cases=$("$bin/$program" --list "${brief[@]:4}" | grep -c '^[a-z]')
    expect "$program: --json is JSON" holds $full 'type == "object"'
    expect "$program: schema version 1" holds $full '.context.json_schema_version == 1'
    expect "$program: an entry a pass and case" holds $full \
        "[.benchmarks[] | select(.run_type == \"iteration\")] | length == 9 * $cases"
    expect "$program: passes numbered through" holds $full \
        "[.benchmarks[] | select(.run_type == \"iteration\")] | group_by(.name) |
            all([.[].repetition_index] == [range(9)])"
    expect "$program: every round stored once, a row of numbers under names" holds $full \
        '(.tollgate.round_columns | length) as $columns | .tollgate.format_version == 3 and
            ([.tollgate | .cases[], .twins[]] | all((.rounds | length) == 9 and
                all(.rounds[]; length == $columns and all(type == "number"))))'
    expect "$program: the rows of passes of one round are the entries" holds $full \
        '[.tollgate.cases[].rounds[][3]] == [.benchmarks[] | select(.run_type == "iteration") | .real_time]'
    # As doubles: of one in a thousand the text has 17 digits, 0.34686669999999997 for 0.3468667.
    expect "$program: figures of rounds have seven digits" holds $full \
        '[.tollgate.cases[].rounds[][3:][] | tostring | sub("[eE].*"; "") | gsub("[-.]"; "") | sub("^0+"; "")]
            | all(length <= 7 or test("^[0-9]{7}0*$") or test("^[0-9]{6,7}(0{7,}|9{7,})[0-9]{1,3}$"))'
    expect "$program: an entry a line" \
        [ "$(grep -c '^{"name":' $full)" = "$(jq '[.benchmarks, (.tollgate | .cases, .twins, .conclusions,
            .environment, .unavailable) | length] | add' $full)" ]
    expect "$program: aggregates of every case" holds $full \
        "[.benchmarks[] | select(.aggregate_name == (\"mean\", \"median\", \"stddev\", \"cv\"))] |
            length == 4 * $cases"
    expect "$program: times are positive numbers of nanoseconds" holds $full \
        '[.benchmarks[] | select(.run_type == "iteration")] |
            all((.real_time | type) == "number" and .real_time > 0 and .time_unit == "ns")'
    expect "$program: complete and proven" holds $full \
        '.tollgate.partial == false and .tollgate.proven'

    expect "$program: --json-ci has one entry a case" holds $program.new.ci.json \
        "(.benchmarks | length == $cases) and (.benchmarks | map(.name) | unique | length == $cases)"
    expect "$program: --json-ci has iterations only" holds $program.new.ci.json \
        '.benchmarks | all(.run_type == "iteration" and .real_time > 0)'
    expect "$program: both files name the same cases" \
        [ "$(jq -c '[.benchmarks[].name] | sort' $program.new.ci.json)" = \
            "$(jq -c '[.tollgate.cases[].name] | sort' $full)" ]
    expect "$program: the median is the same in both" \
        [ "$(jq -c '[.benchmarks[] | .real_time]' $program.new.ci.json)" = \
            "$(jq -c '[.benchmarks[] | select(.aggregate_name == "median") | .real_time]' $full)" ]

    # What Bencher's schema asks for, and what its names may be long.
    expect "$program: --bmf has a latency a case" holds $program.new.bmf.json \
        "length == $cases and all(.[]; keys == [\"latency\"] and
            (.latency | .lower_value <= .value and .value <= .upper_value))"
    expect "$program: --bmf has no name that is too long" holds $program.new.bmf.json \
        'all(keys[]; length > 0 and length <= 1024)'
    expect "$program: --bmf has the medians" \
        [ "$(jq -c '[.[] | .latency.value]' $program.new.bmf.json)" = \
            "$(jq -c '[.benchmarks[] | .real_time]' $program.new.ci.json)" ]

    expect "$program: CSV has ten columns in every row" \
        [ "$(awk -F, '{ print NF }' $program.new.csv | sort -u)" = 10 ]
    expect "$program: CSV has its header once" [ "$(grep -c '^program,case,' $program.new.csv)" = 1 ]
    expect "$program: CSV has a median a case" [ "$(grep -c ',median,' $program.new.csv)" = "$cases" ]

    "$bin/$program" --quick "${brief[@]:4}" --format json >stdout.json
    expect "$program --format json: JSON alone" holds stdout.json '.tollgate.proven'
    "$bin/$program" --quick "${brief[@]:4}" --format csv >stdout.csv
    expect "$program --format csv: CSV alone" \
        [ "$(head -n 1 stdout.csv)" = "$(head -n 1 $program.new.csv)" -a \
            "$(awk -F, '{ print NF }' stdout.csv | sort -u)" = 10 ]

    run "$bin/costSheet" --all $full
    expect "costSheet reads $program's file" [ "$code" = 0 ]
    expect "costSheet: how it was measured" contains "$output" "$program: $cases cases, "
    expect "costSheet: the figures that the program printed" \
        contains "$(<$program.new.txt)" "$("$bin/costSheet" --part table $full)"
    expect "costSheet: as many as there are cases" \
        [ "$("$bin/costSheet" --part table $full | grep -c '^| [a-z]*/')" = "$cases" ]

    "$bin/costSheet" --part digest $full >$program.digest.json
    expect "$program: a digest has no rounds" holds $program.digest.json \
        '.tollgate.digest and all(.tollgate.cases[]; has("rounds") | not)'
    for part in table comparison conditions environment classical digest; do
        expect "$program: its digest has the same $part" \
            [ "$("$bin/costSheet" --part $part $program.digest.json)" = "$("$bin/costSheet" --part $part $full)" ]
    done
done
# More rounds than passes. A run that is interrupted has the same form.
"$bin/testFiber" --rounds 23 --time 1 --only context_resume --json many.json >/dev/null 2>&1
# The middle as std::lerp makes it: half of the sum may be rounded another way if one of the two is much larger.
expect "of many rounds a pass has an entry, the median of its own" holds many.json \
    '[.benchmarks[] | select(.run_type == "iteration") | .real_time] ==
        [.tollgate.cases[0].rounds | group_by(.[0])[] | map(.[3]) | sort | .[(length - 1) / 2 | floor] as $below |
            $below + (.[length / 2 | floor] - $below) / 2]'
expect "of many rounds each has a row" holds many.json '.tollgate.cases[0].rounds | length == 23'
# Version 1, from before rounds were rows.
run "$bin/costSheet" --part json "$top/cost_sheet/fuzz/corpus/result.json"
expect "a file of format version 1 is read" [ "$code" = 0 ]
echo "$output" >rewritten.json
expect "and written anew in version 3" holds rewritten.json '.tollgate.format_version == 3'
expect "with the same figures" [ "$("$bin/costSheet" --part table rewritten.json)" = \
    "$("$bin/costSheet" --part table "$top/cost_sheet/fuzz/corpus/result.json")" ]

run "$bin/costSheet" --all "${measuring[@]/%/.new.json}"
expect "costSheet: a line for each file" \
    [ "$(grep -cE '^test[A-Z][a-z]+: [0-9]+ cases, ' <<<"$output")" = ${#measuring[@]} ]
expect "costSheet: what one chooses between" \
    [ "$(grep -cE '^(Switch|Hand-off|Timeout|Cancel|Heartbeat|Sleep): ' <<<"$output")" = 6 ]

# What is not a result: its line, the others all the same, and no page half written.
head -c 1000 testFiber.new.json >cut.json
: >empty.json
mkdir folder
head -c 4096 "$bin/costSheet" >binary.json
head -c 1000000 /dev/zero | tr '\0' '[' >deep.json
truncate -s 1G huge.json
echo '{"tollgate": {"format_version": 9}}' >version.json
jq '.tollgate.cases[0].rounds[3] |= .[:-1]' testFiber.new.json >short_row.json
jq '.tollgate.cases[0].rounds[3] += [1]' testFiber.new.json >long_row.json
jq '.tollgate.round_columns[3] = "speed"' testFiber.new.json >other_column.json
jq 'del(.tollgate.round_columns)' testFiber.new.json >no_columns.json
jq -c . testFiber.new.json | sed 's/"rounds":\[\[0,0,[0-9]*,/&1e999,/' >not_finite.json
jq 'del(.tollgate.conclusions[0].value_ns)' testFiber.digest.json >no_value.json
for file in /etc/passwd cut.json empty.json folder missing.json testFiber.new.csv binary.json \
    deep.json huge.json version.json {short,long}_row.json other_column.json no_columns.json \
    not_finite.json no_value.json; do
    "$bin/costSheet" --all testFiber.new.json $file >stdout 2>stderr
    code=$?
    expect "costSheet $file: exit 3" [ $code = 3 ]
    expect "costSheet $file: one line that names it" \
        [ "$(wc -l <stderr)" = 1 -a "$(grep -cF "$file" stderr)" = 1 ]
    expect "costSheet $file: the other file's figures" contains "$(<stdout)" fiber/
    expect "costSheet $file: a reason" lacks "$(cat stderr)" Success
    "$bin/costSheet" --html alone.html $file >stdout 2>stderr
    code=$?
    expect "costSheet --html of $file alone: exit 3, no page" \
        [ $code = 3 -a ! -s stdout -a ! -e alone.html ]
done
run "$bin/costSheet" --all testFiber.new.ci.json
expect "costSheet shows one entry a case as far as it goes" \
    [ "$code" = 0 -a "$(grep -c ' fiber/' <<<"$output")" != 0 ]
for arguments in "" --frobnicate "--part table" "--part nothing testFiber.new.json" \
    "--only ( testFiber.new.json" "--only zebra testFiber.new.json" "--html" \
    "--html folder testFiber.new.json" "--compare testFiber.new.json" \
    "--fail-if-slower 5% testFiber.new.json" "--across testFiber.new.json" \
    "--compare --fail-if-slower much testFiber.new.json testFiber.new.json"; do
    # shellcheck disable=SC2086
    run "$bin/costSheet" $arguments
    expect "costSheet $arguments: exit 2" [ "$code" = 2 ]
    expect "costSheet $arguments: one line" [ "$(wc -l <<<"$output")" = 1 ]
done
if [ -e /dev/full ]; then
    "$bin/costSheet" testFiber.new.json >/dev/full 2>stderr
    code=$?
    expect "costSheet to a full disk: exit 3, one line" [ $code = 3 -a "$(wc -l <stderr)" = 1 ]
fi
"$bin/costSheet" testFiber.new.json | true
expect "costSheet to nobody: no error" [ "${PIPESTATUS[0]}" = 0 ]

# Google Benchmark's own comparison.
compare=""
for place in /usr/share/benchmark /usr/local/share/benchmark /usr/share/benchmark/tools \
    /usr/local/share/googlebenchmark/tools /opt/homebrew/share/googlebenchmark/tools; do
    [ -f $place/compare.py ] && compare=$place/compare.py && break
done
python=""
for one in python3 /usr/bin/python3; do
    $one -c 'import scipy.stats, numpy' 2>/dev/null && python=$one && break
done
if [ -z "$compare" ]; then
    echo "skipped compare.py: not here (Debian: libbenchmark-tools)"
elif [ -z "$python" ]; then
    echo "skipped compare.py: no python3 that has scipy and numpy (Debian: python3-scipy)"
else
    for program in "${measuring[@]}"; do
        run env PYTHONDONTWRITEBYTECODE=1 $python "$compare" --no-color benchmarks \
            $program.old.json $program.new.json
        expect "compare.py reads two files of $program" [ "$code" = 0 ]
        [ "$code" = 0 ] || echo "$output"
        expect "compare.py: a U test a case" \
            [ "$(grep -c '_pvalue .*U Test, Repetitions: 9 vs 9$' <<<"$output")" = \
                "$(jq '.tollgate.cases | length' $program.new.json)" ]
        expect "compare.py: compares medians" contains "$output" "_median "
        expect "compare.py: complains of nothing" lacks "$output" WARNING
        expect "compare.py: every figure is a number" lacks "$output" nan
    done
    run env PYTHONDONTWRITEBYTECODE=1 $python "$compare" --no-color benchmarks many.json many.json
    expect "compare.py: of many rounds it tests the passes" \
        [ "$code" = 0 -a "$(grep -c 'Repetitions: 9 vs 9$' <<<"$output")" = 1 ]
fi

finish
