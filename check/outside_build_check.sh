#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# takes long
# The package and the programs as an outside user meets them: the package is installed and moved, and each
# program's folder, copied elsewhere, configures and builds with nothing but CMAKE_PREFIX_PATH. Then a
# project that builds the libraries itself. Unoptimised, because only whether it builds is asked; a file at a
# time, each with nothing but what it includes.
#
# What takes long is built only where BUILT_OUTSIDE names it, and check/prove has each done once for what it
# is: the folders of programs, and common, which is then built from a copy of its sources that is deleted
# afterwards. Else the package is that of the tree in build/checks.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
CXX=$("$top/setup" --compiler) || exit
export CXX

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
briefly=(-DTOLLGATE_CHECKS=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)

read -ra built <<<"${BUILT_OUTSIDE:-}"
copy=$temporary/copy
prefix=$temporary/prefix
if [[ " ${built[*]} " == *" common "* ]]; then
    mkdir "$copy"
    cp -R "$top/common" "$copy/common"
    configure -S "$copy/common" -B "$copy/build" "${briefly[@]}" &&
        quietly cmake --build "$copy/build" --parallel "$jobs" &&
        quietly cmake --install "$copy/build" --prefix "$temporary/first"
    expect "common/ builds and installs by itself" [ -d "$temporary/first" ]
    rm -rf "$copy"
else
    quietly cmake --install "$top/build/checks" --prefix "$temporary/first"
fi
mv "$temporary/first" "$prefix"

configuration=$(find "$prefix" -path '*/cmake/tollgate' -type d)
expect "the package is installed" [ -f "$configuration/tollgate-config.cmake" ]
[ -n "$configuration" ] || exit
for place in "$top" "$temporary"; do
    expect "no installed file names a folder of the build" \
        [ -z "$(grep -rlF "$place" "$configuration" "$prefix/include")" ]
done

elsewhere=$temporary/elsewhere
mkdir "$elsewhere"
programs=()
for list in "$top"/*/CMakeLists.txt; do
    program=$(basename "$(dirname "$list")")
    [ "$program" != common ] || continue
    programs+=("$program")
    place=$elsewhere/$program
    cp -R "$top/$program" "$place"
    expect "$program names nothing outside its folder" \
        [ -z "$(grep -rnE --include=CMakeLists.txt --include='*.cmake' --include='*.[ch]pp' \
            '\.\./(\.\./)*(common|[a-z]+_(test|sheet))/' "$place")" ]
    configure -S "$place" -B "$place/build" -DCMAKE_PREFIX_PATH="$prefix" "${briefly[@]}"
    expect "$program configures elsewhere" [ -f "$place/build/Makefile" ]
    expect "$program finds no other package of ours" \
        grep -q "^tollgate_DIR:PATH=$configuration\$" "$place/build/CMakeCache.txt"
    # What its checks share with other programs is in the package, too, though that has no checks.
    if [ -f "$place/check/CMakeLists.txt" ]; then
        configure -S "$place" -B "$place/checks" -DCMAKE_PREFIX_PATH="$prefix" \
            -DCMAKE_BUILD_TYPE=None -DTOLLGATE_CHECKS=ON
        expect "$program configures its checks elsewhere" [ -f "$place/checks/Makefile" ]
    fi
done

examples=()
for list in "$top"/docs/*/CMakeLists.txt; do
    example=$(basename "$(dirname "$list")")
    examples+=("$example")
    place=$elsewhere/$example
    cp -R "$top/docs/$example" "$place"
    configure -S "$place" -B "$place/build" -DCMAKE_PREFIX_PATH="$prefix" "${briefly[@]}"
done

expect "CMake warns of nothing: $(head -n 30 "$temporary/warnings")" [ ! -s "$temporary/warnings" ]

# A processor for each: of the examples there is one file to be compiled only.
# shellcheck disable=SC2016 # for the inner shell
printf '%s\n' "${built[@]}" "${examples[@]}" | grep -vx common | xargs -P "$jobs" -I NAME sh -c \
    'cmake --build "$1" >"$1/log" 2>&1 && touch "$1/built"' sh "$elsewhere/NAME/build"

has_built() {
    [ -f "$elsewhere/$1/build/built" ] || {
        cat "$elsewhere/$1/build/log"
        return 1
    }
}

for program in "${built[@]}"; do
    if [ "$program" = common ]; then continue; fi
    place=$elsewhere/$program
    expect "$program builds elsewhere" has_built "$program"
    expect "$program installs" quietly cmake --install "$place/build" --prefix "$place/out"
    found=0
    for executable in "$place/out/bin/"*; do
        [ -x "$executable" ] || continue
        found=$((found + 1))
        run "$executable" --version
        expect "${executable##*/} --version: exit 0" [ "$code" = 0 ]
        expect "${executable##*/} --version: says something" [ -n "$output" ]
    done
    expect "$program installs one executable into bin/" [ $found = 1 ]
done

for example in "${examples[@]}"; do
    expect "docs/$example builds" has_built "$example"
    executable=$(find "$elsewhere/$example/build" -maxdepth 1 -type f -perm -u+x)
    run "$executable"
    expect "docs/$example runs: exit 0" [ "$code" = 0 ]
done

# A project that builds two libraries as part of itself, with what they depend on and nothing else.
# It asks for one with find_package as well, as a folder does that is made for an installed package.
mine=$temporary/mine
mkdir "$mine"
cp "$top/docs/example_queue/main.cpp" "$mine"
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
configure -S "$mine" -B "$mine/build" -DFETCHCONTENT_FULLY_DISCONNECTED=ON
quietly cmake --build "$mine/build" --parallel "$jobs"
run "$mine/build/mine"
expect "FetchContent: a project builds with our libraries, and runs" [ "$code" = 0 ]
expect "FetchContent: those that are needed" [ "$(find "$mine/build" -name 'libtollgate_*.a' -exec basename {} \; |
    sort | xargs)" = "libtollgate_cancel.a libtollgate_clock.a libtollgate_fence.a libtollgate_queue.a libtollgate_sleep.a libtollgate_timer.a" ]
expect "FetchContent: the project's own build type stays" \
    grep -q '^CMAKE_BUILD_TYPE:STRING=$' "$mine/build/CMakeCache.txt"
quietly cmake --install "$mine/build" --prefix "$mine/out"
expect "FetchContent: nothing of ours is installed with it" \
    [ "$(cd "$mine/out" && find . -type f)" = ./bin/mine ]
sed -i.bak 's/queue timer)$/queue timers)/' "$mine/CMakeLists.txt"
run cmake -S "$mine" -B "$mine/wrong"
expect "FetchContent: a library that there is not is named" contains "$output" "'timers' is not one of"
expect "and nothing is configured" [ "$code" != 0 ]
sed -i.bak 's/queue timers)$/timer)/' "$mine/CMakeLists.txt"
run cmake -S "$mine" -B "$mine/other"
expect "FetchContent: find_package of one that is not built here is refused" \
    contains "$output" "the library queue is not built in this tree"
expect "CMake warns of nothing there: $(head -n 30 "$temporary/warnings")" [ ! -s "$temporary/warnings" ]

finish
