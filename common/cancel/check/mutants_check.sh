#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# mutants_check.sh SOURCES DIRECTORY LIBRARY FLAGS...: builds the scenes of the library in SOURCES,
# with a C++ compiler (CXX), these flags and the library it needs, and lets them run; then, for each mutant of
# SOURCES/check/mutants.txt, puts its one change in and expects the scenes named there to fail, to
# crash or to hang. A change that cannot be made, or that does not compile, fails the check.
set -eu

die() {
    echo "mutants_check: $*" >&2
    exit 1
}

[ $# -ge 3 ] || die "usage: mutants_check.sh SOURCES DIRECTORY LIBRARY FLAGS..."
sources=$1
directory=$2
needed=$3
shift 3
parts="source_state start_thread state misuse heavy_fence owner_scenes delivery_scenes tree_scenes
    poison"
wait=20 # seconds until what hangs has failed

rm -rf "$directory"
mkdir -p "$directory"
cd "$directory"
cp -r "$sources/src" "$sources/include" "$sources/check/seams" "$sources/check/scenes" .
cp "$sources/check/mutants.txt" .

# A function has arguments of its own; the compiler reads the flags from a file.
for flag; do printf '%s\n' "$flag"; done >flags
compile() {
    for part; do
        "${CXX:-c++}" -std=c++20 -O0 -w -Iseams -Iinclude -Isrc @flags -c ./*/"$part.cpp" \
            -o "$part.o" || return 1
    done
}

link() {
    # shellcheck disable=SC2046,SC2086 # one word a part
    "${CXX:-c++}" $(printf '%s.o ' $parts) -o scenes_run @flags "$needed" -lgmock_main -lgmock -lgtest -pthread
}

run() { timeout "$wait" ./scenes_run --gtest_brief=1 "--gtest_filter=$1" >run.log 2>&1; }

# What has to be compiled again after a change of the file; in a header, what includes it.
parts_of() {
    case $1 in
        src/*.cpp) basename "$1" .cpp ;;
        *) echo "owner_scenes delivery_scenes tree_scenes" ;;
    esac
}

# change FILE: the text in `old`, which is there exactly once, becomes that in `new`.
change() {
    OLD=$(cat old) NEW=$(cat new) awk '
        { text = text $0 "\n" }
        END {
            old = ENVIRON["OLD"]
            at = index(text, old)
            if (!at || index(substr(text, at + 1), old)) exit 1
            printf "%s%s%s", substr(text, 1, at - 1), ENVIRON["NEW"], substr(text, at + length(old))
        }' "$1" >changed && mv changed "$1"
}

try_mutant() {
    cp "$file" kept
    change "$file" || die "$mutant: what is to be changed is not in $file, or more than once"
    what=$(parts_of "$file")
    mkdir -p kept_objects
    for part in $what; do cp "$part.o" kept_objects/; done
    # shellcheck disable=SC2086 # one word a part
    { compile $what && link; } || die "$mutant does not compile"
    if run "$scenes"; then
        echo "NOBODY NOTICES: $mutant"
        unnoticed=$((unnoticed + 1))
    else
        echo "noticed: $mutant ($(outcome))"
    fi
    mv kept "$file"
    mv kept_objects/*.o .
}

outcome() {
    sed -n 's/.*\[  FAILED  \] \([^ ,]*\).*/\1/p' run.log | sort -u | tr '\n' ' ' | grep . ||
        echo "crashed or hung"
}

# shellcheck disable=SC2086 # one word a part
{ compile $parts && link; } || die "the scenes do not compile"
run '*' || { cat run.log; die "the scenes fail without a mistake"; }

count=0
unnoticed=0
while IFS= read -r line; do
    case $line in
        'mutant '*) mutant=${line#mutant } && : >old && : >new ;;
        'file '*) file=${line#file } ;;
        -*) printf '%s\n' "${line#-}" >>old ;;
        +*) printf '%s\n' "${line#+}" >>new ;;
        'scenes '*) scenes=${line#scenes } && try_mutant && count=$((count + 1)) ;;
    esac
done <mutants.txt
[ "$count" -gt 0 ] || die "no mutants"
[ "$unnoticed" = 0 ] || die "$unnoticed of $count mutants are not noticed"
echo "$count mutants"
