#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# tools/keep on two small results: it writes digests, and finds each way in which digests, raw files and checksums can
# disagree. Then it checks the reference files.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

expect "costSheet and testFiber are built" [ -x "$bin/costSheet" -a -x "$bin/testFiber" ]
[ $failures = 0 ] || exit
export TOLLGATE_BIN=$bin TOLLGATE_REFERENCE=$temporary/reference
cd "$temporary" || exit
mkdir -p raw/run
for file in raw/testNew.json raw/run/testOld.json; do
    "$bin/testFiber" 4 3 --rounds 2 --passes 2 --only 'yield/fibers:4$' --no-progress --json $file >/dev/null
done

keep() { run "$top/tools/keep" "$@"; }
kept() {
    rm -rf "$TOLLGATE_REFERENCE"
    keep raw
}
kept
expect "tools/keep writes digests: $output" [ "$code" = 0 ]
expect "a digest is costSheet's digest of the file" \
    cmp -s "$TOLLGATE_REFERENCE/run/testOld.json" <("$bin/costSheet" --part digest raw/run/testOld.json)
keep --check
expect "--check holds: $output" [ "$code" = 0 -a -z "$output" ]
keep --check raw
expect "--check with the raw files holds: $output" [ "$code" = 0 -a -z "$output" ]
expect "the list has the checksums of digests and raw files" \
    [ -z "$(cd "$TOLLGATE_REFERENCE" && ln -s ../raw raw && sha256sum -c --quiet sums.sha256 2>&1; rm raw)" ]
mkdir new && cp raw/testNew.json new/testAnother.json
keep new
keep --check
expect "digests of another folder are added to the existing ones: $output" [ "$code $(wc -l <"$TOLLGATE_REFERENCE/sums.sha256")" = "0 6" ]
kept
keep
expect "digests of digests are the same" cmp -s "$TOLLGATE_REFERENCE/run/testOld.json" <("$bin/costSheet" --part digest raw/run/testOld.json)

# broken "DESCRIPTION" "NEEDLE": --check fails with a message that contains NEEDLE.
broken() {
    keep --check ${raw:+"$raw"}
    expect "$1: exit 1, named" [ "$code" = 1 -a "$(grep -c "$2" <<<"$output")" != 0 ]
}
sed 's/"value_ns": *[0-9]/&1/' "$TOLLGATE_REFERENCE/testNew.json" >edited.json
"$bin/costSheet" --part digest edited.json >"$TOLLGATE_REFERENCE/testNew.json"
raw="" broken "a figure was changed" "testNew.json has its checksum"
keep
raw=raw broken "a figure was changed, and its checksum" "testNew.json is the digest of raw/testNew.json"
kept
rm "$TOLLGATE_REFERENCE/testNew.json"
raw="" broken "a digest is missing" "sums.sha256 lists each digest"

# refused CODE NEEDLE ARGUMENT...: one line with NEEDLE, and all files stay as they are.
state() { (cd "$TOLLGATE_REFERENCE" && find . -type f -exec cksum {} + | sort); }
refused() {
    local before
    before=$(state)
    keep "${@:3}"
    expect "keep ${*:3}: exit $1, one line with $2, no file changed" \
        [ "$code $(wc -l <<<"$output") $(grep -cF -- "$2" <<<"$output")" = "$1 1 1" -a "$(state)" = "$before" ]
}
kept
refused 2 "'--frobnicate'" --frobnicate
truncate -s 1000 raw/testNew.json
refused 3 "testNew.json: no digest" raw

unset TOLLGATE_REFERENCE
keep --check
expect "the reference files are digests with checksums: $output" [ "$code" = 0 ]
expect "the reference files together have at most 6 MB" \
    [ "$(cat "$top"/docs/results/reference/*.json "$top"/docs/results/reference/run/*.json | wc -c)" -le 6000000 ]
expect "no digest names a folder of the machine on which it was measured" \
    jq -se 'all(.[].tollgate.about.arguments[]; startswith("/") | not)' "$top"/docs/results/reference/{,run/}*.json

finish
