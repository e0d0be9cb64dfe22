#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# Other programs read the result files: jq, a reader of CSV, Google Benchmark's compare.py,
# and our own costSheet. TOLLGATE_BIN names another folder with the programs.
# A program's name is one word, and the $ in jq's programs is not the shell's.
# shellcheck disable=SC2086,SC2016
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

expect_built
cd "$temporary" || exit

# holds FILE CONDITION: whether the condition, in jq's language, is true for the JSON in the file.
holds() { [ "$(jq "$2" "$1")" = true ]; }

# Some cases of each program.
cases_of_each='fiber/yield|context_resume|(condvar|semaphore).*same|parker/found:empty|cancel/check'
cases_of_each+='|pingpong/impl:mutex|liveness/(clock|blocking)|register.*/threads:4'
cases_of_each+='|lock/(none|counter/way:fetch_add)|noise/(switch|timer_arm)|timeout/(deferred/impl:tollgate/clock:tsc/between:fibers|armed/arm.*:1000$)'
# A round in each pass: each pass has an entry, and compare.py warns if there are fewer than nine.
brief=(--rounds 9 --time 0.3 --only "$cases_of_each")
for program in "${measuring[@]}"; do
    full=$program.json
    "$bin/$program" "${brief[@]}" --wide --json $full --json-ci $program.ci --bmf $program.bmf --csv $program.csv \
        >$program.txt 2>$program.err
    expect "$program measures, and prints nothing on stderr" [ $? = 0 -a ! -s $program.err ]
    cases=$("$bin/$program" --list "${brief[@]:4}" | grep -c '^[a-z]')
    expect "$program: schema version 1, complete, all self-checks passed" holds $full \
        '.context.json_schema_version == 1 and .tollgate.partial == false and .tollgate.self_checks_held'
    expect "$program: an entry for each pass and case, with consecutive numbers" holds $full \
        "[.benchmarks[] | select(.run_type == \"iteration\")] | length == 9 * $cases and
            (group_by(.name) | all([.[].repetition_index] == [range(9)]))"
    expect "$program: every round is stored once, as a row of numbers with named columns" holds $full \
        '(.tollgate.round_columns | length) as $columns | [.tollgate | .cases[], .controls[]] |
            all((.rounds | length) == 9 and all(.rounds[]; length == $columns and all(type == "number")))'
    expect "$program: with one round in a pass, the rows are the entries" holds $full \
        '[.tollgate.cases[].rounds[][3]] == [.benchmarks[] | select(.run_type == "iteration") | .real_time]'
    expect "$program: aggregates of every case" holds $full \
        "[.benchmarks[] | select(.aggregate_name == (\"mean\", \"median\", \"stddev\", \"cv\"))] |
            length == 4 * $cases"
    expect "$program: times are positive numbers of nanoseconds" holds $full \
        '[.benchmarks[] | select(.run_type == "iteration")] |
            all((.real_time | type) == "number" and .real_time > 0 and .time_unit == "ns")'
    expect "$program: --json-ci has one entry for each case, the median" \
        [ "$(jq -c '[.benchmarks[] | [.name, .real_time, .run_type]]' $program.ci)" = \
            "$(jq -c '[.benchmarks[] | select(.aggregate_name == "median") | [.run_name, .real_time, "iteration"]]' $full)" ]
    # Bencher's schema, and its maximum length of names.
    expect "$program: --bmf has a latency for each case" holds $program.bmf \
        "length == $cases and all(.[]; keys == [\"latency\"] and
            (.latency | .lower_value <= .value and .value <= .upper_value)) and all(keys[]; length <= 1024)"
    expect "$program: CSV has its header once and ten columns in every row" \
        [ "$(grep -c '^program,case,' $program.csv) $(awk -F, '{ print NF }' $program.csv | sort -u)" = "1 10" ]

    run "$bin/costSheet" --all $full
    expect "costSheet reads $program's file" [ "$code" = 0 -a "$(grep -c "$program: $cases cases, " <<<"$output")" = 1 ]
    expect "costSheet prints the same table as $program" \
        contains "$(<$program.txt)" "$("$bin/costSheet" --wide --part table $full)"
    "$bin/costSheet" --part digest $full >$program.digest
    for part in table comparison conditions environment clock_pair digest; do
        expect "$program: its digest has the same $part" \
            [ "$("$bin/costSheet" --part $part $program.digest)" = "$("$bin/costSheet" --part $part $full)" ]
    done
done
"$bin/testFiber" --quick "${brief[@]:4}" --format json >stdout.json
expect "--format json: JSON alone" holds stdout.json '.tollgate.self_checks_held'

# Metrics of all programs.
"$bin/costSheet" --openmetrics "${measuring[@]/%/.json}" >metrics.txt
expect "--openmetrics has a cost for each case of each program" \
    [ "$(grep -c '^tollgate_cost_seconds{' metrics.txt)" = "$(jq -s 'map(.tollgate.cases | length) | add' "${measuring[@]/%/.json}")" ]
jq . "$top/packaging/grafana.json" | grep -o 'tollgate_[a-z_]*' | sort -u >named
expect "the dashboard for Grafana names only metrics that exist" \
    [ -s named -a -z "$(sed -n 's/^# TYPE \(.*\) gauge$/\1/p' metrics.txt | sort | comm -23 named -)" ]
if command -v promtool >/dev/null; then
    output=$(promtool check metrics <metrics.txt 2>&1)
    code=$?
    expect "Prometheus reads the metrics and has no complaint: $output" [ "$code$output" = 0 ]
else
    echo "skipped Prometheus: no promtool here; it is in the package prometheus"
fi

# A file that is not a result: costSheet names it on one line, and shows the other files.
head -c 1000 testFiber.json >cut.json
: >empty.json
echo >blank.json
echo '{"context": {}, "benchmarks": []}' >no_entry.json
printf '\0junk' | cat testFiber.json - >junk.json
mkdir folder
head -c 4096 "$bin/costSheet" >binary.json
head -c 1000000 /dev/zero | tr '\0' '[' >deep.json
truncate -s 1G huge.json
echo '{"tollgate": {"format_version": 9}}' >version.json
jq '.tollgate.cases[0].rounds[3] |= .[:-1]' testFiber.json >short_row.json
jq -c . testFiber.json | sed 's/"rounds":\[\[0,0,[0-9]*,/&1e999,/' >not_finite.json
for file in cut.json empty.json blank.json no_entry.json junk.json folder missing.json testFiber.csv binary.json \
    deep.json huge.json version.json short_row.json not_finite.json; do
    "$bin/costSheet" --all testFiber.json $file >stdout 2>stderr
    expect "costSheet $file: exit 3, one message that names it, the other file's figures" \
        [ "$? $(grep -c "^costSheet: " stderr) $(grep -cF "$file" stderr)" = "3 1 1" -a "$(grep -c fiber/ stdout)" != 0 ]
done
expect "costSheet - reads standard input" \
    [ "$("$bin/costSheet" --part table - <testFiber.json)" = "$("$bin/costSheet" --part table testFiber.json)" ]
run "$bin/costSheet" -
expect "costSheet - with an empty input: exit 3, one line" [ "$code $output" = "3 costSheet: standard input: is empty" ]
for arguments in --frobnicate "--only ( testFiber.json" "--html" "--html folder testFiber.json"; do
    # shellcheck disable=SC2086
    run "$bin/costSheet" $arguments
    expect "costSheet $arguments: exit 2, one message" [ "$code $(grep -c "^costSheet: " <<<"$output")" = "2 1" ]
done
if [ -e /dev/full ]; then
    "$bin/costSheet" testFiber.json >/dev/full 2>stderr
    expect "costSheet to a full disk: exit 3, one message" [ "$? $(grep -c "^costSheet: " stderr)" = "3 1" ]
fi

# Google Benchmark's own comparison.
compare=/usr/share/benchmark/compare.py
python=""
for candidate in python3 /usr/bin/python3; do
    $candidate -c 'import scipy.stats, numpy' 2>/dev/null && python=$candidate && break
done
if [ ! -f $compare ]; then
    echo "skipped compare.py: not here (Debian: libbenchmark-tools)"
elif [ -z "$python" ]; then
    echo "skipped compare.py: no python3 that has scipy and numpy (Debian: python3-scipy)"
else
    # One file of all programs, and the same with other times. Its start takes longer than its comparison.
    jq -s '.[0] + {benchmarks: map(.benchmarks) | add}' "${measuring[@]/%/.json}" >new
    jq '.benchmarks |= map(.real_time *= 1 + (.repetition_index // 0) / 100)' new >old
    run env PYTHONDONTWRITEBYTECODE=1 $python $compare --no-color benchmarks old new
    expect "compare.py: a U test for each case of each program, no warning, every figure a number" \
        [ "$code $(grep -c '_pvalue .*U Test, Repetitions: 9 vs 9$' <<<"$output") $(grep -cE 'WARNING|nan' <<<"$output")" = \
            "0 $(jq -s 'map(.tollgate.cases | length) | add' "${measuring[@]/%/.json}") 0" ]
fi

# Limits, as CI systems read them.
"$bin/costSheet" --suggest-limits "${measuring[@]/%/.json}" >limits.toml
sed '0,/^cost = .*/s//cost = "0.001 ns"/' limits.toml >one_broken.toml
run "$bin/costSheet" --limits one_broken.toml --junit junit.xml --tap limits.tap "${measuring[@]/%/.json}"
expect "costSheet --limits: exit 1, the broken limit comes first" [ "$code $(sed -n 3p <<<"$output" | cut -c 1-8)" = "1 | broken" ]
expect "a parser of XML counts one failure" [ "$(python3 - junit.xml <<'END'
import sys, xml.etree.ElementTree
suite = xml.etree.ElementTree.parse(sys.argv[1]).getroot().find("testsuite")
print(suite.get("failures"), len(suite.findall("testcase/failure")), int(suite.get("tests")) - len(suite))
END
)" = "1 1 0" ]
expect "a parser of TAP counts one failure, and no error" \
    [ "$(perl -MTAP::Parser -0777 -ne '$it = TAP::Parser->new({tap => $_}); $it->run; print $it->failed + 0, $it->parse_errors + 0' limits.tap)" = 10 ]
run "$bin/costSheet" --limits limits.toml "${measuring[@]/%/.json}"
expect "the suggested limits are met by their runs" [ $code = 0 ]

finish
