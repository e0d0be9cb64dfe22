#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The Makefile on a stand-in for this repository: one library of one line, and five programs
# that only pretend, so that a build takes seconds.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

tree="$temporary/stand in" # a folder name with a space
mkdir -p "$tree/common/clock/"{include/tollgate/clock,src,check} "$tree/check"
cd "$tree" || exit
cp "$top/"{Makefile,CMakeLists.txt,CMakePresets.json,run_all,run_options.sh} .
cp "$top/check/"{ctests,lint} check/
cp -R "$top/common/cmake" common/
printf '#!/bin/sh\necho "1 passed, 0 failed"\n' >check/run
chmod +x check/run

cat >common/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(tollgate VERSION 0.1.0 LANGUAGES CXX)
option(TOLLGATE_INSTALL "" ${PROJECT_IS_TOP_LEVEL})
include(cmake/tollgate_library.cmake)
add_subdirectory(clock)
tollgate_package_of_this_tree()
tollgate_install_package()
if(TOLLGATE_CHECKS)
    enable_testing()
    add_test(NAME holds COMMAND ${CMAKE_COMMAND} -E true)
endif()
END
echo 'tollgate_library(clock SOURCES src/now.cpp)' >common/clock/CMakeLists.txt
echo 'namespace tollgate { int now(); }' >common/clock/include/tollgate/clock/now.hpp
echo 'namespace tollgate { int now() { return 0; } }' >common/clock/src/now.cpp

# program FOLDER EXECUTABLE: adds how it was called to the file `calls`, writes the file that follows
# --json, and fails if ./EXECUTABLE.fails is there.
program() {
    mkdir -p "$1/src"
    cat >"$1/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project($1 LANGUAGES CXX)
find_package(tollgate REQUIRED COMPONENTS clock)
tollgate_program($2 LINKS tollgate::clock)
if(TOLLGATE_CHECKS)
    enable_testing()
    add_test(NAME $1_holds COMMAND \${CMAKE_COMMAND} -E \$<IF:\$<BOOL:\${FAILS}>,false,true>)
endif()
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
        if (std::strcmp(arguments[i], "--json") == 0) std::ofstream(arguments[i + 1]) << "{}";
    }
    calls << '\n';
    return std::ifstream("$2.fails") ? 3 : tollgate::now();
}
END
}
program cancel_test testCancel
program cost_sheet costSheet
program fiber_test testFiber
program sleep_test testSleep
program thread_test testThread

# What was compiled or linked after the file `marker` was written.
written_since() {
    find build testFiber -type f -newer marker \( -name '*.o' -o -name '*.a' -o -name 'test[A-Z]*' \)
}

run make SETUP=: V=1 -n all
expect "make -n changes nothing" [ ! -e testFiber ]
run make SETUP=: -j2
expect "make: exit 0" [ "$code" = 0 ]
[ "$code" = 0 ] || echo "$output"
expect "make leaves the programs here" \
    [ -x testCancel -a -x testFiber -a -x testSleep -a -x testThread -a -x costSheet ]
expect "make prints short lines" [ "$(awk 'length > 100' <<<"$output" | wc -l)" = 0 ]
expect "make draws no warning, of CMake either" [ -z "$(grep -i warning <<<"$output")" ]
expect "make builds no checks" [ ! -e build/checks ]

touch marker
run make SETUP=:
expect "a second make: exit 0" [ "$code" = 0 ]
expect "a second make writes no file again" [ -z "$(written_since)" ]
expect "a second make compiles nothing" lacks "$output" Building
touch marker
echo '// a change' >>common/clock/include/tollgate/clock/now.hpp
run make SETUP=:
expect "a changed header reaches every program" \
    [ "$(written_since | grep -c '/main.cpp.o$')" = 5 ]
expect "editors find how each file is compiled" \
    [ "$(grep -c '"file": .*/src/main.cpp"' compile_commands.json)" = 5 ]

echo '// a change' >>thread_test/src/main.cpp
run make SETUP=:
expect "a changed source is compiled again" contains "$output" "testThread.dir/src/main.cpp"
expect "and nothing else is" [ "$(grep -c Building <<<"$output")" = 1 ]

rm -f calls
run make SETUP=: run
expect "make run: exit 0" [ "$code" = 0 ]
expect "make run runs all that measure, and then the sheet" \
    [ "$(cut -d ' ' -f 1 calls | xargs)" = "testCancel testFiber testSleep testThread costSheet" ]
expect "make run writes a page and shows each result" contains "$(<calls)" \
    "costSheet --html results/report.html $(echo results/test{Cancel,Fiber,Sleep,Thread}.json)"
expect "make run gives turns to each" [ "$(grep -c -e "--turns 5,6 " calls)" = 4 ]
rm calls
run make SETUP=: run PROGRAMS="testFiber testThread" TIME=7 RUN_OPTIONS="--only 'a b|c' --seed 3"
expect "make run PROGRAMS=...: those" \
    [ "$(cut -d ' ' -f 1 calls | xargs)" = "testFiber testThread costSheet" ]
expect "make run TIME=7 RUN_OPTIONS=...: each is given them" \
    [ "$(grep -c -e '--time 7 .*--only a b|c --seed 3 ' calls)" = 2 ]
rm calls
run make SETUP=: run QUICK=1
expect "make run QUICK=1: each is quick" [ "$(grep -c -e '^test.* --quick ' calls)" = 4 ]
mkdir guests
printf '#!/bin/sh\necho "guests/build $*" >>calls\nexit 1\n' >guests/build
chmod +x guests/build
for off in "" 0 no; do
    run make SETUP=: run GUESTS=$off QUICK=1
    expect "make run GUESTS=$off: no guests" lacks "$(<calls)" guests
done
rm calls
run make SETUP=: run GUESTS=1
expect "make run GUESTS=1 builds them first, and goes on where one cannot be built" \
    [ "$code" = 0 -a "$(head -n 1 calls)" = "guests/build " ]
expect "make run GUESTS=1: each has them beside its own" [ "$(grep -c -e '^test.* --guests all ' calls)" = 4 ]
run make SETUP=: guests
expect "make guests: exit code" [ "$code" = 2 ]
touch testFiber.fails
rm calls
run make SETUP=: run
expect "make run: a program that fails makes it fail" [ "$code" = 2 ]
expect "make run: the others run nevertheless" contains "$(<calls)" "testThread --no-progress "
expect "make run: the sheet comes nevertheless" contains "$(<calls)" \
    "costSheet --html results/report.html $(echo results/test{Cancel,Sleep,Thread}.json)"
expect "make run names what failed" contains "$output" "testFiber: exit code 3"
rm testFiber.fails

# The two others that the Makefile only hands on to.
mkdir compare fleet
for script in compare/run fleet/run; do
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nprintf "<%%s>" "$0" "$@"\necho\n' >$script
    chmod +x $script
done
run make SETUP=: compare
expect "make compare without BASE: one line beside make's own" \
    [ "$code" = 2 -a "$(grep -vc '^make: \*\*\*' <<<"$output")" = 1 ]
expect "make compare without BASE: says what is missing" contains "$output" "BASE is missing"
run make SETUP=: compare BASE=v1.0 PAIRS=3 FAIL_IF_SLOWER=5% TIME=2 PROGRAMS="testA testB" \
    RUN_OPTIONS="--only 'a b'"
expect "make compare hands on" [ "$output" = \
    "<compare/run><--pairs><3><--time><2><--run-options><--only 'a b'><--programs><testA testB><--fail-if-slower><5%><v1.0>" ]
# The program is found by the first word of the case.
rm -f calls results/explain.json
run make SETUP=: explain
expect "make explain without CASE: one line beside make's own" \
    [ "$code" = 2 -a "$(grep -vc '^make: \*\*\*' <<<"$output")" = 1 ]
expect "make explain without CASE: says what is missing" contains "$output" "CASE is missing"
for case in nonsense /yield thr thread_test/x costsheet/x "*/x" "a b/c"; do
    run make SETUP=: explain CASE="$case"
    expect "make explain CASE='$case': no program has it" [ "$code" = 2 ]
    expect "make explain CASE='$case': says so" contains "$output" "CASE: '$case' is a case of no program"
done
expect "make explain without a program runs nothing" [ ! -e calls -a ! -e results/explain.json ]
run make SETUP=: explain CASE=thread/condvar/threads:2/placement:core
expect "make explain: exit 0" [ "$code" = 0 ]
expect "make explain asks the program of the case, and makes a page of what it says" [ "$(<calls)" = \
    "testThread --explain thread/condvar/threads:2/placement:core --json results/explain.json
costSheet --html results/explain.html results/explain.json" ]
expect "make explain names the page" contains "$output" "results/explain.html"
rm calls
run make SETUP=: explain CASE="fiber/a b;c" TIME=7 UNDER=cpus=busy,slack=1ns
expect "make explain hands on" [ "$(head -n 1 calls)" = \
    "testFiber --explain fiber/a b;c --under cpus=busy,slack=1ns --time 7 --json results/explain.json" ]
rm calls
run make SETUP=: explain CASE=fiber/yield QUICK=1
expect "make explain QUICK=1 is quick" contains "$(<calls)" "--explain fiber/yield --quick --json"
touch testFiber.fails
rm calls
run make SETUP=: explain CASE=fiber/yield
expect "make explain: a program that fails makes it fail" [ "$code" = 2 ]
expect "make explain: and no page is made" lacks "$(<calls)" costSheet
rm testFiber.fails

run make SETUP=: fleet
expect "make fleet without HOSTS: says what is missing" contains "$output" "HOSTS is missing"
run make SETUP=: fleet DRY=1 HOSTS="my hosts" QUICK=1 TIMEOUT=9
expect "make fleet hands on" [ "$output" = "<fleet/run><--dry-run><--quick><--timeout><9><my hosts>" ]
run make SETUP=: fleet HOSTS=hosts.txt QUICK=0
expect "make fleet builds what lays results side by side" contains "$output" "ready: "
expect "QUICK=0 is not quick" contains "$output" "<fleet/run><hosts.txt>"

run make SETUP=: install PREFIX=/opt/tollgate DESTDIR="$temporary/stage"
expect "make install: exit 0" [ "$code" = 0 ]
expect "make install: programs" [ -x "$temporary/stage/opt/tollgate/bin/testFiber" ]
expect "make install: libraries" \
    [ -e "$(find "$temporary/stage/opt/tollgate" -name tollgate-config.cmake)" ]
expect "make install: nothing outside DESTDIR" [ ! -e "$tree/build/prefix/opt" ]
run make SETUP=:
expect "make install disturbs no later make" [ "$code" = 0 ]

run make SETUP=: test
expect "make test: exit 0" [ "$code" = 0 ]
[ "$code" = 0 ] || echo "$output"
expect "make test: the closing line has the checks of all folders" \
    [ "$(grep -c '^100% tests passed, 0 tests failed out of 6, 0 skipped$' <<<"$output")" = 1 ]
expect "make test: shell checks" contains "$output" "1 passed, 0 failed"
cmake build/checks -DFAILS=ON >/dev/null
run make SETUP=: test
expect "make test: a failed check makes it fail" [ "$code" != 0 ]
expect "make test: closing line of the failed" contains "$output" "17% tests passed, 5 tests failed out of 6"
cmake build/checks -DFAILS=OFF >/dev/null
sed -i.bak '/add_test/d' common/CMakeLists.txt ./*_{test,sheet}/CMakeLists.txt
run make SETUP=: test
expect "make test: no check at all is a failure" [ "$code" != 0 ]

run make SETUP=: SANITIZE=address,undefined
expect "SANITIZE without test is refused" [ "$code" != 0 ]
run make SETUP=: SANITIZE=memory test
expect "a sanitizer that there is no tree for is refused" contains "$output" "neither thread nor"

echo 'namespace tollgate { int now() { return "0"; } }' >common/clock/src/now.cpp
run make SETUP=:
expect "a compile error makes make fail" [ "$code" != 0 ]
run make clean
expect "make clean removes it all" [ ! -e build -a ! -e testFiber -a ! -e costSheet ]

finish
