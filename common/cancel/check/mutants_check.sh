#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# mutants_check.sh SOURCES DIRECTORY LIBRARY FLAGS...: builds the scenes of the library in SOURCES,
# with a C++ compiler (CXX), these flags and the library it needs, and lets them run; then, for each
# mutant of SOURCES/check/mutants.txt, puts its one change in and expects the scenes named there to
# fail, to crash or to hang. A change that cannot be made, or that does not compile, fails the
# check.
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
# The scenes of a changed header stand first: of an inline function, the linker takes the first.
case $(uname) in Linux) system=linux ;; *) system=other ;; esac
parts="owner_scenes source_state start_thread state state_cancel last_act
    wake_descriptor_$system misuse heavy_fence delivery_scenes tree_scenes poison"
wait=60 # seconds until what hangs has failed

rm -rf "$directory"
mkdir -p "$directory"
cd "$directory"
cp -r "$sources/src" "$sources/include" "$sources/check/seams" "$sources/check/scenes" .
cp "$sources/check/mutants.txt" .

# A function has arguments of its own; the compiler reads the flags from a file.
for flag; do printf '%s\n' "$flag"; done >flags
compiler() { "${CXX:-c++}" -std=c++20 -O0 -w -Igoogletest -Iseams -Iinclude -Isrc @flags "$@"; }

# GoogleTest is translated once, for all.
mkdir -p googletest/gtest
echo '#include_next <gtest/gtest.h>' >googletest/gtest/gtest.h
compiler -x c++-header googletest/gtest/gtest.h -o googletest/gtest/gtest.h.gch ||
    die "no GoogleTest"

compile() {
    for part; do
        case $part in
            *_scenes) compiler -include gtest/gtest.h -c "scenes/$part.cpp" -o "$part.o" ;;
            *) compiler -c ./*/"$part.cpp" -o "$part.o" ;;
        esac || return 1
    done
}

link() {
    # shellcheck disable=SC2046,SC2086 # one word a part
    compiler $(printf '%s.o ' $parts) "$needed" -lgmock_main -lgmock -lgtest -pthread -o scenes_run
}

run() { timeout "$wait" ./scenes_run --gtest_brief=1 "--gtest_filter=$1" >run.log 2>&1; }

# What has to be compiled again after a change of the file; of a header, what its scenes are in.
parts_of() {
    case $1 in
        src/*.cpp) basename "$1" .cpp ;;
        *) echo "owner_scenes" ;;
    esac
}

# change FILE: the text in `before`, which is there exactly once, becomes that in `after`.
change() {
    OLD=$(cat before) NEW=$(cat after) awk '
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
wait=3 # for a few of them, which take milliseconds

count=0
unnoticed=0
while IFS= read -r line; do
    case $line in
        'mutant '*) mutant=${line#mutant } && : >before && : >after ;;
        'file '*) file=${line#file } ;;
        -*) printf '%s\n' "${line#-}" >>before ;;
        +*) printf '%s\n' "${line#+}" >>after ;;
        'scenes '*) scenes=${line#scenes } && try_mutant && count=$((count + 1)) ;;
    esac
done <mutants.txt
[ "$count" -gt 0 ] || die "no mutants"
[ "$unnoticed" = 0 ] || die "$unnoticed of $count mutants are not noticed"
echo "$count mutants"
