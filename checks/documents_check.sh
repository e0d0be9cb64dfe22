#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The documents say what the result files and the programs' help texts say.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh"

run env PROGRAMS="$bin" "$top/docs/refresh" --check
expect "docs/refresh --check: $output" [ "$code" = 0 ]
# A figure that was edited, in a copy.
copy="$temporary/a copy"
mkdir "$copy"
(cd "$top" && tar -c --exclude=./build --exclude=./.git --exclude=./raw --exclude=./raw.tar.xz .) | tar -x -C "$copy"
sed -i.bak '/<!-- begin/,/<!-- end/s/| [0-9.]* |/| 7.77 |/' "$copy/README.md"
run env PROGRAMS="$bin" "$copy/docs/refresh" --check
expect "a value of a table that was edited: exit 1, named" \
    [ "$code" = 1 -a "$(grep -c 'not up to date: README.md' <<<"$output")" = 1 ]
if command -v gnuplot >/dev/null; then
    run env PROGRAMS="$bin" "$copy/docs/refresh"
    expect "docs/refresh mends it, and changes nothing else" [ "$output" = "written: README.md" ]
    expect "and loses no line" cmp "$copy/README.md" "$top/README.md"
else
    echo "skipped docs/refresh: no gnuplot (Debian: gnuplot-nox)"
fi
run "$top/docs/refresh" --nonsense
expect "docs/refresh refuses an unknown option" [ "$code" = 2 ]

finish
