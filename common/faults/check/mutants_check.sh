#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# mutants_check.sh SOURCES DIRECTORY "LIBRARIES" FLAGS...: builds the scenes of the library in
# SOURCES, with a C++ compiler (CXX), these flags and what they need, built already; lets them run;
# then, for each mutant of SOURCES/check/mutants.txt, puts its change in, builds what the file
# is part of, and expects one of the scenes named there to fail, to crash or to hang. A change that
# cannot be made, or that does not compile, fails the check. In mutants.txt there is, besides what
# mutants.sh says:
#   all      what all scenes are built of: names of files in src, check and the folders in that;
#            SYSTEM in a name stands for linux or other
#   parts    what is compiled again; without it, the file
#   scenes   those of which one must fail (GoogleTest's notation)
set -eu

die() {
    echo "mutants_check: $*" >&2
    exit 1
}

# shellcheck source=common/faults/check/mutants.sh
. "$(dirname "$0")/mutants.sh"

[ $# -ge 3 ] || die "usage: mutants_check.sh SOURCES DIRECTORY LIBRARIES FLAGS..."
sources=$1
directory=$2
libraries=$3
shift 3
wait=60 # seconds until what hangs has failed

rm -rf "$directory"
mkdir -p "$directory/objects" "$directory/changed_objects"
cd "$directory"
cp -r "$sources/src" "$sources/include" "$sources/check" .

# A function has arguments of its own; the compiler reads the flags from a file.
for flag; do printf '%s\n' "$flag"; done >flags
compiler() {
    "${CXX:-c++}" -std=c++20 -O0 -w -Igoogletest -Icheck/seams -Iinclude -Isrc @flags "$@"
}

# GoogleTest and the larger headers of the standard are translated once, for all, and what the
# library's check/others_headers.hpp includes.
mkdir -p googletest/gtest
{
    echo '#include_next <gtest/gtest.h>'
    printf '#include <%s>\n' algorithm atomic chrono condition_variable functional map memory \
        mutex optional set string string_view thread unordered_map vector
    if [ -f check/others_headers.hpp ]; then cat check/others_headers.hpp; fi
} >googletest/gtest/gtest.h
compiler -x c++-header googletest/gtest/gtest.h -o googletest/gtest/gtest.h.gch ||
    die "no GoogleTest"

case $(uname) in Linux) system=linux ;; *) system=other ;; esac

# compile INTO PART...
compile() {
    into=$1
    shift
    for part; do
        for from in src check check/scenes check/seams; do
            if [ -f "$from/$part.cpp" ]; then break; fi
        done
        compiler -include gtest/gtest.h -c "$from/$part.cpp" -o "$into/$part.o" || return 1
    done
}

# Of functions that are in several objects the linker takes the first: what has changed.
link() {
    for object in changed_objects/*.o objects/*.o; do
        case $object in
            objects/*) [ -e "changed_$object" ] || set -- "$@" "$object" ;;
            *) [ ! -e "$object" ] || set -- "$@" "$object" ;;
        esac
    done
    # shellcheck disable=SC2086 # one word a library
    compiler "$@" $libraries -lgmock_main -lgmock -lgtest -pthread -o scenes_run
}

# run FILTER [PROGRAM]: exit code 124 if it takes too long.
run() { timeout "$wait" "./${2:-scenes_run}" --gtest_brief=1 "--gtest_filter=$1" >run.log 2>&1; }

# Succeeds if the scenes do, too. On a busy machine right ones may take as long as those that hang.
try_mutant() {
    case $parts,$file in ,src/*.cpp) parts=$(basename "$file" .cpp) ;; esac
    # shellcheck disable=SC2086 # one word a part
    { compile changed_objects $parts && link; } || die "$mutant does not compile"
    code=0
    run "$scenes" || code=$?
    if [ $code != 0 ]; then echo "noticed: $mutant ($(outcome))"; fi
    if [ $code = 124 ]; then run "$scenes" right_run || die "its scenes take $wait s without a mistake, too"; fi
    rm -f changed_objects/*.o
    parts=''
    [ $code = 0 ]
}

outcome() {
    if [ $code = 124 ]; then
        echo "hung"
        return
    fi
    sed -n 's/.*\[  FAILED  \] \([^ ,]*\).*/\1/p' run.log | sort -u | tr '\n' ' ' | grep . || echo "crashed"
}

try_all_without_a_mistake() {
    # shellcheck disable=SC2086 # one word a part
    { compile objects $parts && link; } || die "the scenes do not compile"
    run '*' || { cat run.log; die "the scenes fail without a mistake"; }
    mv scenes_run right_run
    wait=3 # for a few of them, which take milliseconds
}

parts='' scenes=''
meets() {
    case $1 in
        all)
            parts=$(printf '%s\n' "$2" | sed "s/SYSTEM/$system/g")
            try_all_without_a_mistake
            parts=''
            ;;
        parts) parts=$2 ;;
        scenes) scenes=$2 ;;
        *) die "'$1' in mutants.txt" ;;
    esac
}
try_all_of check/mutants.txt
