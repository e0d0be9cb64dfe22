#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The documents say what the result files and the programs' help texts say.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

run "$top/tools/figures" --check --programs "$bin"
expect "tools/figures --check: $output" [ "$code" = 0 ]
# A value that was edited, in a copy.
copy="$temporary/a copy"
mkdir "$copy"
(cd "$top" && tar -c --exclude=./build --exclude=./.git --exclude=./raw --exclude=./raw.tar.xz .) | tar -x -C "$copy"
sed -i.bak '/<!-- begin costs testCancel/,/<!-- end/s/| *[0-9.]* |/| 7.77 |/' "$copy/README.md"
run "$copy/tools/figures" --check --programs "$bin"
expect "a value of a table that was edited: exit 1, with file and block" \
    [ "$code" = 1 -a "$output" = "not up to date: README.md: costs testCancel ^cancel/register/" ]
if command -v gnuplot >/dev/null; then
    run "$copy/tools/figures" --programs "$bin"
    expect "tools/figures mends it, and nothing else" \
        [ "$code" = 0 -a "$output" = "written: README.md: costs testCancel ^cancel/register/" ]
    expect "and loses no line" cmp "$copy/README.md" "$top/README.md"
    expect "no picture has 30 KB" [ -z "$(find "$copy/docs/figures" -size +29k)" ]
else
    echo "skipped tools/figures: no gnuplot (Debian: gnuplot-nox)"
fi
sed -i.bak 's/^<!-- end costs testCancel.*/<!-- end of it -->/' "$copy/README.md"
run "$copy/tools/figures" --check --programs "$bin"
expect "a part without its end is refused: $output" [ "$code" = 3 ]

finish
