#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The Makefile in a fake repository, so that a build takes seconds: it has a library of one line and three programs
# that only write down their arguments.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

tree="$temporary/stand in" # a folder name with a space
mkdir -p "$tree/common/clock/"{include/tollgate/clock,src} "$tree"/{thread_test,cost_sheet,process_bill}/src "$tree/tools"
cd "$tree" || exit
cp "$top/"{Makefile,CMakeLists.txt,CMakePresets.json} .
cp -R "$top/tools/"{tollgate,orchestrate} tools/
cp -R "$top/common/cmake" common/
mkdir packaging
touch packaging/install.cmake
cat >common/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(tollgate VERSION 0.1.0 LANGUAGES CXX)
option(TOLLGATE_INSTALL "" ${PROJECT_IS_TOP_LEVEL})
include(cmake/tollgate_library.cmake)
add_subdirectory(clock)
tollgate_package_of_this_tree()
tollgate_install_package()
END
echo 'tollgate_library(clock SOURCES src/now.cpp)' >common/clock/CMakeLists.txt
echo 'namespace tollgate { int now(); }' >common/clock/include/tollgate/clock/now.hpp
echo 'namespace tollgate { int now() { return 0; } }' >common/clock/src/now.cpp

# program FOLDER EXECUTABLE: a program that appends its name and arguments to the file `calls`, and writes the file
# after --json.
program() {
    cat >"$1/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project($1 LANGUAGES CXX)
find_package(tollgate REQUIRED COMPONENTS clock)
tollgate_program($2 LINKS tollgate::clock)
END
    cat >"$1/src/main.cpp" <<END
#include <cstring>
#include <fstream>
#include <tollgate/clock/now.hpp>
int main(int count, char** arguments) {
    std::ofstream calls("calls", std::ios::app);
    calls << "$2";
    for (int i = 1; i < count; ++i) {
        calls << ' ' << arguments[i];
        if (std::strcmp(arguments[i], "--json") == 0) std::ofstream(arguments[i + 1]) << arguments[2];
    }
    calls << '\n';
    return count > 2 && std::strcmp(arguments[2], "thread/interrupted") == 0 ? 130 : tollgate::now();
}
END
}
program thread_test testThread
program cost_sheet costSheet
program process_bill bill

run make SETUP=: testThread
expect "make testThread builds testThread" [ "$code" = 0 -a -x testThread ]
[ "$code" = 0 ] || echo "$output"
expect "make testThread builds no other program" [ ! -e costSheet -a -z "$(find build -name costSheet)" ]
run make SETUP=:
expect "make builds the other programs" [ "$code" = 0 -a -x costSheet -a -x bill ]
expect "make prints no warning" [ -z "$(grep -i warning <<<"$output")" ]
touch marker
run make SETUP=:
expect "a second make writes no file again" \
    [ "$code" = 0 -a -z "$(find build test* -type f -newer marker \( -name '*.o' -o -name '*.a' -o -name 'test[A-Z]*' \))" ]
echo '// a change' >>common/clock/include/tollgate/clock/now.hpp
run make SETUP=:
expect "a changed header reaches all programs" [ "$(grep -c 'Building.*main.cpp' <<<"$output")" = 3 ]

run make SETUP=: run TIME=3 QUICK=0 RUN_OPTIONS="--only 'a b\$'"
expect "make run runs the measuring program, then costSheet, and not bill" [ "$code $(cut -d ' ' -f 1 calls | xargs)" = "0 testThread costSheet" ]
expect "make run passes its variables on" contains "$(<calls)" "testThread --time 3 --no-progress --only a b\$ "
run env TIME='%E real' QUICK=1 SANITIZE=no make SETUP=: run
expect "make run ignores variables of the environment that have the names of its own" \
    [ "$code $(grep '^testThread' calls | tail -n 1 | cut -d ' ' -f 1-3)" = "0 testThread --no-progress --json" ]
# shellcheck disable=SC2016 # for that shell
printf '#!/bin/sh\nprintf "<%%s>" "$LC_ALL$CDPATH" "$@"\n' >tools/tollgate
run env LC_ALL=POSIX CDPATH=/tmp make SETUP=: compare BASE=v1.0 PAIRS=3 FAIL_IF_SLOWER=5% TIME=2 PROGRAMS="testA testB"
expect "make compare passes its variables on, but not the caller's language and CDPATH" \
    [ "$output" = "<C><compare><--pairs><3><--time><2><--programs><testA testB><--fail-if-slower><5%><v1.0>" ]
run make SETUP=: explain CASE=thread/x
run make SETUP=: explain CASE=thread/interrupted
expect "make explain: an interrupted result does not replace a complete one" \
    [ "$(cat results/explain.json results/partial/explain.json)" = thread/xthread/interrupted ]
rm -r results
run make SETUP=: explain CASE=nonsense/x
expect "make explain names a case that no program has" contains "$output" "'nonsense/x' is not a case of any program"
run make SETUP=: compare
expect "make compare names a missing BASE" contains "$output" "BASE is missing"

run make SETUP=: install PREFIX=/opt/tollgate DESTDIR="$temporary/stage"
expect "make install installs programs and package" \
    [ "$code" = 0 -a -x "$temporary/stage/opt/tollgate/bin/testThread" -a -n "$(find "$temporary/stage" -name tollgate-config.cmake)" ]
echo 'namespace tollgate { int now() { return "0"; } }' >common/clock/src/now.cpp
run make SETUP=: install PREFIX=/opt/tollgate DESTDIR="$temporary/broken"
expect "a build that fails: make install fails and installs nothing" [ "$code" != 0 -a ! -e "$temporary/broken" ]
run make clean
expect "make clean removes everything that was built" [ ! -e build -a ! -e testThread -a ! -e costSheet -a ! -e bill ]

finish
