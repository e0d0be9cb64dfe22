#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# tools/keep on two small made files: digests in place, an archive that is the same each time, and each way
# in which digests, archive and checksums can disagree. Then the reference files as they are.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh"

expect "costSheet is built" [ -x "$bin/costSheet" ]
for tool in jq xz tar; do
    command -v $tool >/dev/null && continue
    echo "skipped tools/keep: no $tool (Debian: ${tool/xz/xz-utils})"
    exit 0
done
[ $failures = 0 ] || exit
export COSTSHEET=$bin/costSheet
made=$top/cost_sheet/fuzz/corpus
export REFERENCE=$temporary/reference
cd "$temporary" || exit

fresh() {
    rm -rf "$REFERENCE" raw.tar.xz
    mkdir -p "$REFERENCE/run"
    cp "$made/rows.json" "$REFERENCE/testNew.json"
    cp "$made/result.json" "$REFERENCE/run/testOld.json"
}
keep() { run "$top/tools/keep" "$@"; }
# state: what is there, to see that nothing was touched.
state() { (cd "$REFERENCE" && find . -type f -exec cksum {} + | sort); }
kept() { # packed and made into digests
    fresh
    keep --pack raw.tar.xz
    [ "$code" = 0 ] || echo "$output"
    keep
    [ "$code" = 0 ]
}

expect "it packs, and makes digests" kept
expect "there are digests and nothing but" \
    [ "$(jq -s 'all(.tollgate.digest)' "$REFERENCE"/*.json "$REFERENCE"/run/*.json)" = true ]
expect "a digest is what costSheet makes of the file" \
    cmp -s "$REFERENCE/run/testOld.json" <("$COSTSHEET" --part digest "$made/result.json")
keep --check
expect "--check holds: $output" [ "$code" = 0 -a -z "$output" ]
keep --check raw.tar.xz
expect "--check with the archive holds: $output" [ "$code" = 0 -a -z "$output" ]
expect "nothing else is left" [ "$(find "$REFERENCE" -name '.keep*' | wc -l)" = 0 ]
mkdir out
tar -xJf raw.tar.xz -C out
expect "the archive has the files as they were" cmp -s out/raw/testNew.json "$made/rows.json"
expect "the list has the checksums of what is in it" \
    [ "$(cd out && grep raw/ "$REFERENCE/raw.sha256" | sha256sum -c --quiet 2>&1)" = "" ]

# One file measured anew among digests: the others come from the archive.
cp "$made/result.json" "$REFERENCE/testNew.json"
keep --pack raw.tar.xz
keep
keep --check raw.tar.xz
expect "a new file takes its place in the archive: $output" [ "$code" = 0 ]

# broken WHAT NEEDLE: --check says so.
broken() {
    keep --check raw.tar.xz
    expect "$1: exit 1, said" [ "$code" = 1 -a "$(grep -c "$2" <<<"$output")" != 0 ]
}
kept
jq '.tollgate.conclusions[0].value_ns *= 1.5' "$REFERENCE/testNew.json" >edited.json
"$COSTSHEET" --part digest edited.json >"$REFERENCE/testNew.json"
(cd "$REFERENCE" && sha256sum testNew.json run/testOld.json >digests.sha256)
broken "a figure was changed, and its checksum" "testNew.json is what raw/testNew.json gives"
kept
rm "$REFERENCE/testNew.json"
broken "a digest is gone" "digests.sha256 lists the files that are there"

# refused CODE NEEDLE ARGUMENT...: a line, and nothing is touched.
refused() {
    local before
    before=$(state)
    keep "${@:3}"
    expect "keep ${*:3}: exit $1, one line that says $2, nothing touched" \
        [ "$code $(wc -l <<<"$output") $(grep -cF -- "$2" <<<"$output")" = "$1 1 1" -a "$(state)" = "$before" ]
}
kept
refused 2 "unknown option '--frobnicate'" --frobnicate
refused 2 "it ends in .tar.xz" --pack raw.zip
refused 3 "is missing" --check none.tar.xz
head -c 100 raw.tar.xz >cut.tar.xz
refused 3 "cannot be unpacked" --check cut.tar.xz
fresh
head -c 1000 "$made/rows.json" >"$REFERENCE/testNew.json"
refused 3 "testNew.json: no digest"

unset REFERENCE
keep --check
expect "the reference files are digests with checksums: $output" [ "$code" = 0 ]
expect "all of them are at most 6 MB" \
    [ "$(cat "$top"/docs/results/reference/*.json "$top"/docs/results/reference/run/*.json | wc -c)" -le 6000000 ]

finish
