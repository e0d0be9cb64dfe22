#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The documents say what the result files and the programs' help texts say.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

run env PROGRAMS="$bin" "$top/docs/refresh" --check
expect "docs/refresh --check: $output" [ "$code" = 0 ]
# Figures and documents that were edited, in a copy.
copy="$temporary/a copy"
mkdir "$copy"
(cd "$top" && tar -c --exclude=./build --exclude=./.git --exclude=raw.tar.xz .) | tar -x -C "$copy"
# edited WHAT FILE NEEDLE SED
edited() {
    cp "$copy/$2" "$temporary/kept"
    sed -i.bak "$4" "$copy/$2"
    rm -f "$copy/$2.bak"
    expect "$1: this is an edit" differs "$copy/$2" "$temporary/kept"
    run env PROGRAMS="$bin" "$copy/docs/refresh" --check
    expect "$1: exit code" [ "$code" != 0 ]
    expect "$1: says $3" contains "$output" "$3"
    cp "$temporary/kept" "$copy/$2"
}
differs() { ! cmp -s "$1" "$2"; }
edited "a figure" docs/figures/ladder.svg "not up to date: docs/figures/ladder.svg" 's/<text>1 /<text>2 /'
edited "a value of a table" README.md "not up to date: README.md" 's/| [0-9.]* |/| 7.77 |/'
edited "a mark of a table" README.md "begins no generated part" 's/^\(<!-- begin .* -->\)$/\1 /'
edited "an end without a begin" README.md "begins no generated part" 's/^<!-- begin .*//'

if command -v gnuplot >/dev/null; then
    printf %s "$(<"$copy/README.md")" >"$copy/README.new" && mv "$copy/README.new" "$copy/README.md"
    sed -i.bak 's/<text>1 /<text>2 /' "$copy/docs/figures/ladder.svg"
    run env PROGRAMS="$bin" "$copy/docs/refresh"
    expect "docs/refresh mends a drawing and the end of a document, and changes nothing else" \
        [ "$output" = "written: README.md"$'\n'"drawn: docs/figures/ladder.svg" ]
    expect "and loses no line" cmp "$copy/README.md" "$top/README.md"

    # Of four gaps one is listed, and the longest is not.
    noise=results/reference/testNoise.json
    jq -c '.tollgate.cases |= map(if .name == "noise/taken/cpu:0" then .gaps.one_in = 4
            | .gaps.unlisted = 3 * (.gaps.listed | length) | .gaps.longest[0][2] = 77777777 else . end)' \
        "$top/$noise" >"$copy/$noise"
    median=$(jq -r '.tollgate.cases[] | select(.name == "noise/taken/cpu:0") | [.gaps.listed[][2]] | sort | reverse
        | .[length / 2 | floor] / 100 | round | "\(. / 10 | floor).\(. % 10) µs"' "$top/$noise")
    run env PROGRAMS="$bin" "$copy/docs/refresh"
    row=$(grep -m 1 '^| CPU 0 |' "$copy/noise_test/README.md")
    expect "quantiles of a sample of the gaps are those of the sample: $median in $row" contains "$row" "| $median |"
    expect "and the longest gap is the longest of all" contains "$row" "| 77.8 ms |"
else
    echo "skipped docs/refresh: no gnuplot (Debian: gnuplot-nox)"
fi

run bash -c "'$top/docs/refresh' --help >/dev/full"
expect "a full disk for docs/refresh --help: exit code" [ "$code" != 0 ]
expect "and nothing is refreshed" lacks "$output" written
run "$top/docs/refresh" --nonsense
expect "docs/refresh refuses an unknown option" [ "$code" = 2 ]

finish
