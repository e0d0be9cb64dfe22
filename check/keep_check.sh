#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# results/keep on two small made files: digests in place, an archive that is the same each time, and each way
# in which digests, archive and checksums can disagree. Then the reference files as they are.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

expect "costSheet is built" [ -x "$bin/costSheet" ]
for tool in jq xz tar; do
    command -v $tool >/dev/null && continue
    echo "skipped results/keep: no $tool (Debian: ${tool/xz/xz-utils})"
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
keep() { run "$top/results/keep" "$@"; }
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

cp raw.tar.xz first.tar.xz
kept
expect "the same files give the same archive" cmp -s raw.tar.xz first.tar.xz
before=$(state)
keep
expect "digests of digests are the same" [ "$code" = 0 -a "$(state)" = "$before" ]
# One file measured anew among digests: the others come from the archive.
cp "$made/result.json" "$REFERENCE/testNew.json"
keep --pack raw.tar.xz
expect "a new file takes its place in the archive" [ "$code" = 0 ]
keep
keep --check raw.tar.xz
expect "and all holds again: $output" [ "$code" = 0 ]

# broken WHAT NEEDLE: --check says so, with the archive and, if it can be seen without, without it.
broken() {
    keep --check raw.tar.xz
    expect "$1: exit 1" [ "$code" = 1 ]
    expect "$1: says $2" contains "$output" "$2"
}
edit() { jq "$2" "$REFERENCE/$1" >edited.json && "$COSTSHEET" --part digest edited.json >"$REFERENCE/$1"; }
kept
edit testNew.json '.tollgate.conclusions[0].value_ns *= 1.5'
broken "a figure was changed" "testNew.json is what raw/testNew.json gives"
keep --check
expect "a figure was changed: seen without the archive" [ "$code" = 1 ]
expect "a figure was changed: the file is named" contains "$output" testNew.json
(cd "$REFERENCE" && sha256sum testNew.json run/testOld.json >digests.sha256)
broken "a figure was changed, and its checksum" "testNew.json is what raw/testNew.json gives"
kept
jq . "$REFERENCE/testNew.json" >edited.json && cp edited.json "$REFERENCE/testNew.json"
broken "another form of the same" "is as costSheet writes it"
kept
cp "$made/rows.json" "$REFERENCE/testNew.json"
broken "a raw file among the digests" "testNew.json is a digest"
kept
cp "$REFERENCE/testNew.json" "$REFERENCE/testMore.json"
broken "a digest that no list has" "raw.sha256 lists a raw file for each digest"
kept
rm "$REFERENCE/testNew.json"
broken "a digest is gone" "digests.sha256 lists the files that are there"
kept
sed -i 's/^[0-9a-f]\{8\}/00000000/' "$REFERENCE/raw.sha256"
broken "other checksums" "raw.sha256 has the checksum of raw.tar.xz"
expect "other checksums: of the raw files" contains "$output" "raw.sha256 has the checksum of raw/testNew.json"

kept
sed -i '/tar\.xz/d' "$REFERENCE/raw.sha256"
broken "no checksum of an archive" "raw.sha256 has the checksum of one archive"
kept
echo "a note" >>"$REFERENCE/raw.sha256"
broken "another line among the checksums" "raw.sha256 has nothing but checksums"

# refused CODE NEEDLE ARGUMENT...: a line, and nothing is touched.
refused() {
    local before
    before=$(state)
    keep "${@:3}"
    expect "keep ${*:3}: exit $1" [ "$code" = "$1" ]
    expect "keep ${*:3}: says $2" contains "$output" "$2"
    expect "keep ${*:3}: one line" [ "$(wc -l <<<"$output")" = 1 ]
    expect "keep ${*:3}: touches nothing" [ "$(state)" = "$before" ]
}
kept
refused 2 "unknown option '--frobnicate'" --frobnicate
refused 2 "one archive at most" --pack a.tar.xz b.tar.xz
refused 2 "it ends in .tar.xz" --pack
refused 2 "it ends in .tar.xz" --pack raw.zip
refused 2 "letters, digits" --pack 'a&b.tar.xz'
mkdir folder.tar.xz
refused 2 "'folder.tar.xz' is a folder" --pack folder.tar.xz
refused 3 "is missing" --check none.tar.xz
refused 3 "does not have its raw file" --pack other.tar.xz
head -c 100 raw.tar.xz >cut.tar.xz
refused 3 "cannot be unpacked" --check cut.tar.xz
mkdir -p strange/raw
echo '{}' >strange/raw/notes.txt
tar -cJf strange.tar.xz -C strange raw/notes.txt
refused 3 "holds what is no result file" --check strange.tar.xz
cp "$REFERENCE/testNew.json" "$REFERENCE/test.New.json"
refused 3 "'test.New.json' is no name" --pack raw.tar.xz
rm "$REFERENCE"/{test.New.json,raw.sha256}
refused 3 "raw.sha256 is missing" --check
fresh
head -c 1000 "$made/rows.json" >"$REFERENCE/testNew.json"
refused 3 "testNew.json: no digest"
refused 3 "testNew.json: no digest" --pack raw.tar.xz
jq '.tollgate.failed_proofs = ["a turn was lost"]' "$made/rows.json" >"$REFERENCE/testNew.json"
refused 3 "testNew.json: no digest: a proof of work failed"
rm -r "${REFERENCE:?}"/*
refused 3 "has no result file"
REFERENCE=$temporary/none keep
expect "no folder: exit 3" [ "$code" = 3 ]

unset REFERENCE
keep --check
expect "the reference files are digests with checksums: $output" [ "$code" = 0 ]
expect "all of them are at most 6 MB" \
    [ "$(cat "$top"/results/reference/*.json "$top"/results/reference/run/*.json | wc -c)" -le 6000000 ]

# A document says what the digests say: one other figure, and it is not up to date.
if [ -x "$bin/testFiber" ]; then
    cp -r "$top/results/reference" changed
    jq '(.tollgate.conclusions[] | select(.name == "fiber/yield/fibers:4") | .value_ns) *= 1.5' \
        changed/testFiber.json >edited.json
    cp edited.json changed/testFiber.json
    run env REFERENCE="$temporary/changed" PROGRAMS="$bin" "$top/docs/refresh" --check
    expect "docs/refresh --check sees a figure that was changed" [ "$code" = 1 ]
    expect "and says in which document" contains "$output" "not up to date: fiber_test/README.md"
fi

finish
