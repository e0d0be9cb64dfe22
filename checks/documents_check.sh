#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The documents agree with the result files and the programs' help texts, and are written in plain words.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

run "$top/tools/figures" --check --programs "$bin"
expect "tools/figures --check: $output" [ "$code" = 0 ]
# In a copy, a value is edited.
copy="$temporary/a copy"
mkdir "$copy"
(cd "$top" && tar -c --exclude=./build --exclude=./.git --exclude=./raw --exclude=./raw.tar.xz .) | tar -x -C "$copy"
sed -i.bak '/<!-- begin costs testCancel/,/<!-- end/s/| *[0-9.]* |/| 7.77 |/' "$copy/docs/cancellation.md"
run "$copy/tools/figures" --check --programs "$bin"
expect "an edited value of a table: exit 1, file and block are named" \
    [ "$code" = 1 -a "$output" = "not up to date: docs/cancellation.md: costs testCancel ^cancel/register/" ]
if command -v gnuplot >/dev/null; then
    run "$copy/tools/figures" --programs "$bin"
    expect "tools/figures restores the value, and nothing else" \
        [ "$code" = 0 -a "$output" = "written: docs/cancellation.md: costs testCancel ^cancel/register/" ]
    expect "tools/figures keeps all other lines" cmp "$copy/docs/cancellation.md" "$top/docs/cancellation.md"
    expect "each picture is smaller than 30 KB" [ -z "$(find "$copy/docs/figures" -size +29k)" ]
else
    echo "skipped tools/figures: no gnuplot (Debian: gnuplot-nox)"
fi
sed -i.bak 's/^<!-- end costs testCancel.*/<!-- end of it -->/' "$copy/docs/cancellation.md"
run "$copy/tools/figures" --check --programs "$bin"
expect "a part without its end is refused: $output" [ "$code" = 3 ]

run "$top/tools/words"
expect "no old word, no sentence of more than 30 words: $output" [ "$code" = 0 ]
printf '%s\n' "One sentence of $(seq -s ' ' 28) words." "| a cell | $(seq -s ' ' 31) |" 'The tw''in'"'s cost." >"$temporary/30.md"
run "$top/tools/words" "$temporary/30.md"
expect "an old word and a long sentence are named: $output" [ "$code" = 1 -a "$(wc -l <<<"$output")" = 3 ]

finish
