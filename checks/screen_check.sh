#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# What a user sees who measures the headline cases of all programs: the screen has all its lines here,
# and the command on each of them finds cases. TOLLGATE_BIN names another folder with the programs.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

expect_built
cd "$temporary" || exit

for program in "${measuring[@]}"; do
    "$bin/$program" --quick --json "$program.json" >"$program.txt" 2>"$program.err"
    expect "$program --quick measures" [ $? = 0 ]
    expect "$program says how many cases it left out" grep -q -- '--all measures the others' "$program.txt"
    cases=$("$bin/$program" --list | grep -c '^[^ ]')
    expect "$program: what is listed is what is measured" \
        [ "$(jq '.tollgate.cases | length' "$program.json")" -le "$cases" ]
    expect "$program: there are more with --all" \
        [ "$("$bin/$program" --list --all | grep -c '^[^ ]')" -gt "$cases" ]
done

"$bin/costSheet" ./*.json >screen.txt
expect "the screen is printed" [ $? = 0 ]
expect "it has at most 40 lines" [ "$(wc -l <screen.txt)" -le 40 ]
widest=$(LC_ALL=C.UTF-8 wc -L <screen.txt)
expect "of at most 100 columns" [ "$widest" -le 100 ]

# What stands on it: the title of a section begins a line, or eight spaces do.
lines=$(grep -E '^(switch|message|limit|stop|watch|sleep|noise|        ) *[^ ].* test[A-Z][a-z]+ [^ ]+$' screen.txt)
expect "it has its sections" [ "$(grep -cE '^(switch|message|limit|stop|watch|sleep|noise)' <<<"$lines")" = 7 ]
cpus=$(nproc)
if [ "$cpus" -gt 1 ]; then
    expect "and all of its lines" [ "$(wc -l <<<"$lines")" = 30 ]
else
    echo "skipped the lines of two CPUs: there is one"
fi
while read -r program regex; do
    expect "$program --only '$regex' finds cases" "$bin/$program" --list --only "$regex" >/dev/null
done < <(grep -oE 'test[A-Z][a-z]+ [^ ]+$' <<<"$lines" | sort -u)

run "$bin/costSheet" --all ./*.json
expect "all rows are printed with --all" contains "$output" "Hand-off: "
run "$bin/costSheet" --only yield ./*.json
expect "a choice of rows is printed as rows" contains "$output" "ns/op"
for other in --compare --across "--part table"; do
    # shellcheck disable=SC2086 # an option and its value
    run "$bin/costSheet" --all $other testFiber.json testThread.json
    expect "--all and $other: one of them" [ $code = 2 ]
done

finish
