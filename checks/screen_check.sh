#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The screen of the headline cases of all programs has all its lines, and the command on each line finds cases.
# TOLLGATE_BIN names another folder with the programs.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

expect_built
cd "$temporary" || exit

for program in "${measuring[@]}"; do
    "$bin/$program" --quick --json "$program.json" >"$program.txt" 2>"$program.err"
    expect "$program --quick measures" [ $? = 0 ]
    expect "$program names the option that measures the other cases" grep -q -- '--all measures the others' "$program.txt"
    cases=$("$bin/$program" --list | grep -c '^[^ ]')
    expect "$program measures only cases that it lists" \
        [ "$(jq '.tollgate.cases | length' "$program.json")" -le "$cases" ]
    expect "$program lists more cases with --all" \
        [ "$("$bin/$program" --list --all | grep -c '^[^ ]')" -gt "$cases" ]
done

"$bin/costSheet" ./*.json >screen.txt
expect "the screen is printed" [ $? = 0 ]
expect "the screen has at most 40 lines" [ "$(wc -l <screen.txt)" -le 40 ]
widest=$(LC_ALL=C.UTF-8 wc -L <screen.txt)
expect "the screen has at most 100 columns" [ "$widest" -le 100 ]

# Its lines: the title of a section or eight spaces, then the text, then the command.
lines=$(grep -E '^(switch|message|timeout|stop|watch|sleep|noise|        ) *[^ ].* test[A-Z][a-z]+ [^ ]+$' screen.txt)
expect "the screen has its seven sections" [ "$(grep -cE '^(switch|message|timeout|stop|watch|sleep|noise)' <<<"$lines")" = 7 ]
cpus=$(nproc)
if [ "$cpus" -gt 1 ]; then
    expect "the screen has its thirty lines" [ "$(wc -l <<<"$lines")" = 30 ]
else
    echo "skipped the lines of two CPUs: there is one"
fi
while read -r program regex; do
    expect "$program --only '$regex' finds cases" "$bin/$program" --list --only "$regex" >/dev/null
done < <(grep -oE 'test[A-Z][a-z]+ [^ ]+$' <<<"$lines" | sort -u)

run "$bin/costSheet" --all ./*.json
expect "--all prints all rows" contains "$output" "Hand-off: "
run "$bin/costSheet" --only yield ./*.json
expect "--only prints the chosen rows" contains "$output" "ns/op"
for other in --compare --across "--part table"; do
    # shellcheck disable=SC2086 # an option and its value
    run "$bin/costSheet" --all $other testFiber.json testThread.json
    expect "--all with $other: exit 2" [ $code = 2 ]
done

finish
