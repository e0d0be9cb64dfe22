#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The package and the programs as an outside user meets them: the package is installed and moved, and a
# program's folder, copied elsewhere, configures and builds with nothing but CMAKE_PREFIX_PATH, and so do the
# examples. Then a project that builds the libraries itself. Unoptimised, because only whether it builds is asked; a
# file at a time, each with nothing but what it includes.
#
# In the gate the package is that of the tree of the checks, the program is thread_test, and the example is one.
# OUTSIDE="common FOLDER..." names more, as checks/prove does; common is built by itself.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
CXX=$("$top/tools/setup" --compiler) || exit
export CXX
read -ra programs <<<"${OUTSIDE:-thread_test}"
examples=(cancel)
if [ -n "${OUTSIDE:-}" ]; then
    examples=()
    for list in "$top"/docs/examples/*/CMakeLists.txt; do examples+=("$(basename "$(dirname "$list")")"); done
fi

# quietly COMMAND...: its output only if it fails.
quietly() {
    local log
    log=$("$@" 2>&1) || {
        echo "$log"
        return 1
    }
}
# configure OPTIONS...: CMake; all that it prints only if it fails, and its warnings are kept.
configure() {
    local status=0
    cmake --no-warn-unused-cli "$@" >"$temporary/configure.log" 2>&1 || status=$?
    [ $status = 0 ] || cat "$temporary/configure.log"
    grep -A 9 -E '^CMake .*Warning' "$temporary/configure.log" >>"$temporary/warnings"
    return $status
}
# Without checks a build asks for no test framework.
# A user's own, for all that their project builds. (Casts that are useless here serve other systems in sources.)
strict="-Wall -Wextra -Wconversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor -Werror"
briefly=(-DTOLLGATE_CHECKS=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)

prefix=$temporary/prefix
if [ "${programs[0]}" = common ]; then
    programs=("${programs[@]:1}")
    cp -R "$top/common" "$temporary/copy"
    configure -S "$temporary/copy" -B "$temporary/copy/build" "${briefly[@]}" -DCMAKE_CXX_FLAGS="$strict" &&
        quietly cmake --build "$temporary/copy/build" --parallel "$jobs" &&
        quietly cmake --install "$temporary/copy/build" --prefix "$temporary/first"
    expect "common/ builds and installs by itself" [ -d "$temporary/first" ]
    rm -rf "$temporary/copy"
else
    quietly cmake --install "$tree_of_bin" --prefix "$temporary/first"
fi
mv "$temporary/first" "$prefix"
configuration=$(find "$prefix" -path '*/cmake/tollgate' -type d)
expect "the package is installed" [ -f "$configuration/tollgate-config.cmake" ]
[ -n "$configuration" ] || exit
expect "no installed file names a folder of the build" \
    [ -z "$(grep -rlF -e "$top" -e "$temporary" "$configuration" "$prefix/include")" ]

# built FOLDER: a copy of it elsewhere configures, with our package alone, and builds.
elsewhere=$temporary/elsewhere
mkdir "$elsewhere"
built() {
    local place
    place=$elsewhere/$(basename "$1")
    cp -R "$top/$1" "$place"
    configure -S "$place" -B "$place/build" -DCMAKE_PREFIX_PATH="$prefix" "${briefly[@]}" &&
        grep -q "^tollgate_DIR:PATH=$configuration\$" "$place/build/CMakeCache.txt" &&
        quietly cmake --build "$place/build" --parallel "$jobs"
}
for program in ${programs[@]+"${programs[@]}"}; do
    place=$elsewhere/$program
    expect "$program builds elsewhere" built "$program"
    expect "$program installs" quietly cmake --install "$place/build" --prefix "$place/out"
    executable=$(find "$place/out/bin" -type f)
    run "$executable" --version
    expect "its one executable runs: $executable" [ "$code" = 0 -a -n "$output" ]
    # What its checks share with other programs is in the package, too, though that has no checks.
    configure -S "$place" -B "$place/checks" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=None -DTOLLGATE_CHECKS=ON
    expect "$program configures its checks elsewhere" [ -f "$place/checks/Makefile" ]
done
for example in "${examples[@]}"; do
    expect "docs/examples/$example builds" built "docs/examples/$example"
    run "$(find "$elsewhere/$example/build" -maxdepth 1 -type f -perm -u+x)"
    expect "docs/examples/$example runs: exit 0" [ "$code" = 0 ]
done
expect "CMake warns of nothing: $(head -n 30 "$temporary/warnings")" [ ! -s "$temporary/warnings" ]

# A project that builds two libraries as part of itself, with what they depend on and nothing else.
# It asks for one with find_package as well, as a folder does that is made for an installed package.
mine=$temporary/mine
mkdir "$mine"
cp "$top/docs/examples/queue/main.cpp" "$mine"
cat >"$mine/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(mine LANGUAGES CXX)
include(FetchContent)
set(TOLLGATE_LIBRARIES queue timer)
FetchContent_Declare(tollgate SOURCE_DIR "$top")
FetchContent_MakeAvailable(tollgate)
find_package(tollgate REQUIRED COMPONENTS queue)
add_executable(mine main.cpp)
target_link_libraries(mine PRIVATE tollgate::queue tollgate::timer)
install(TARGETS mine DESTINATION bin)
END
configure -S "$mine" -B "$mine/build" -DFETCHCONTENT_FULLY_DISCONNECTED=ON -DCMAKE_CXX_FLAGS="$strict"
quietly cmake --build "$mine/build" --parallel "$jobs"
run "$mine/build/mine"
expect "FetchContent: a project builds with our libraries, and runs" [ "$code" = 0 ]
expect "FetchContent: those that are needed" [ "$(find "$mine/build" -name 'libtollgate_*.a' -exec basename {} \; |
    sort | xargs)" = "libtollgate_cancel.a libtollgate_fence.a libtollgate_queue.a libtollgate_sleep.a libtollgate_timer.a" ]
expect "FetchContent: the project's own build type stays" \
    grep -q '^CMAKE_BUILD_TYPE:STRING=$' "$mine/build/CMakeCache.txt"
quietly cmake --install "$mine/build" --prefix "$mine/out"
expect "FetchContent: nothing of ours is installed with it" \
    [ "$(cd "$mine/out" && find . -type f)" = ./bin/mine ]
sed -i.bak 's/queue timer)$/queue timers)/' "$mine/CMakeLists.txt"
run cmake -S "$mine" -B "$mine/wrong"
expect "FetchContent: a library that there is not is named" contains "$output" "'timers' is not one of"

finish
