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
    expect "$program: the headline cases fit 100 columns" [ "$(cat "$program".{txt,err} | LC_ALL=C.UTF-8 wc -L)" -le 100 ]
    expect "$program: the headline cases take at most 40 lines" [ "$(wc -l <"$program.txt")" -le 40 ]
    expect "$program names the option that measures the other cases, or the option that prints this remark" \
        grep -qE -- '--all measures the others|--wide prints .* more remark' "$program.txt"
    cases=$("$bin/$program" --list | grep -c '^[^ ]')
    expect "$program measures only cases that it lists" \
        [ "$(jq '.tollgate.cases | length' "$program.json")" -le "$cases" ]
    expect "$program lists more cases with --all" \
        [ "$("$bin/$program" --list --all | grep -c '^[^ ]')" -gt "$cases" ]
done

"$bin/costSheet" ./*.json >screen.txt
expect "the screen is printed" [ $? = 0 ]
expect "the screen has at most 43 lines" [ "$(wc -l <screen.txt)" -le 43 ]
widest=$(LC_ALL=C.UTF-8 wc -L <screen.txt)
expect "the screen has at most 100 columns" [ "$widest" -le 100 ]

expect "the screen says how good the run is, before all costs" [ "$(sed -n 2p screen.txt | grep -cE '^QUALITY: (GOOD|FAIR|POOR)\. ')" = 1 ]
expect "the screen recommends" [ "$(grep -cE '^  (Many|Pipeline|Request|Timeouts|Sleeping) ' screen.txt)" -ge 4 ]

# Its lines end with the program and the text for --only: "Fiber yield" is ./testFiber --only yield.
programs="(Cancel|Fiber|Liveness|Lock|Queue|Sleep|Thread|Timeout)"
lines=$(sed '1,/repeat with$/d' screen.txt | grep -E " $programs [^ ]+$")
expect "the screen has its nine sections" \
    [ "$(grep -cE '^(SWITCH|REQ/REPLY|STREAMING|LOCK|TIMEOUT|CANCEL|LIVENESS|SLEEP|WAKE-UP) ' <<<"$lines")" = 9 ]
cpus=$(nproc)
if [ "$cpus" -gt 1 ]; then
    expect "the screen has its 29 lines" [ "$(wc -l <<<"$lines")" = 29 ]
else
    echo "skipped the lines of two CPUs: there is one"
fi
while read -r program regex; do
    expect "test$program --only '$regex' finds cases" "$bin/test$program" --list --only "$regex" >/dev/null
done < <(grep -oE "$programs [^ ]+$" <<<"$lines" | sort -u)

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
