#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# An outside user's view of package and programs. The package is installed and moved. A program's folder and an
# example, copied elsewhere, must configure and build with CMAKE_PREFIX_PATH alone, or with pkg-config. Another project
# then builds the libraries itself. Builds are not optimized, and compile each file alone, so that each must include
# what it uses.
#
# The gate uses the package of the checks' build directory, and one example. OUTSIDE="common FOLDER..." names folders of
# programs, as checks/prove does, and takes all examples; common and the parts are built by themselves.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
CXX=$("$top/tools/setup" --compiler) || exit
export CXX
read -ra programs <<<"${OUTSIDE:-}"
examples=(cancel)
if [ -n "${OUTSIDE:-}" ]; then
    examples=()
    for list in "$top"/docs/examples/*/CMakeLists.txt; do [[ $list = */fetched/* ]] || examples+=("$(basename "$(dirname "$list")")"); done
fi

# quietly COMMAND...: prints the command's output only if it fails.
quietly() {
    local log
    log=$("$@" 2>&1) || {
        echo "$log"
        return 1
    }
}
# configure OPTIONS...: runs CMake, prints its output only if it fails, and collects its warnings.
configure() {
    local status=0
    cmake --no-warn-unused-cli "$@" >"$temporary/configure.log" 2>&1 || status=$?
    [ $status = 0 ] || cat "$temporary/configure.log"
    grep -A 9 -E '^CMake .*Warning' "$temporary/configure.log" >>"$temporary/warnings"
    return $status
}
# A user's own warnings, for everything in the user's project. (-Wuseless-cast is left out: some casts in sources are
# for other systems.)
strict="-Wall -Wextra -Wconversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor -Werror"
# Without checks, a build needs no test framework.
briefly=(-DTOLLGATE_CHECKS=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)

prefix=$temporary/prefix
if [ "${programs[0]-}" = common ]; then
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
expect "no installed file contains a path of the build" \
    [ -z "$(grep -rlF -e "$top" -e "$temporary" "$configuration" "$prefix/include")" ]

# built FOLDER: copies the folder elsewhere, configures it with our package alone, and builds it.
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
    expect "its only executable runs: $executable" [ "$code" = 0 -a -n "$output" ]
    # The library for checks is in the package, although the package was built without checks.
    configure -S "$place" -B "$place/checks" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=None -DTOLLGATE_CHECKS=ON
    expect "$program configures its checks elsewhere" [ -f "$place/checks/Makefile" ]
done
for example in "${examples[@]}"; do
    expect "docs/examples/$example builds" built "docs/examples/$example"
    run "$(find "$elsewhere/$example/build" -maxdepth 1 -type f -perm -u+x)"
    expect "docs/examples/$example runs: exit 0" [ "$code" = 0 ]
done
expect "CMake prints no warning: $(head -n 30 "$temporary/warnings")" [ ! -s "$temporary/warnings" ]

# Without CMake.
export PKG_CONFIG_PATH=${configuration%/cmake/tollgate}/pkgconfig
plainly() { # PKG_CONFIG_OPTION...
    local flags
    read -ra flags <<<"$(pkg-config --cflags --libs "$@" tollgate-queue)"
    "$CXX" -std=c++20 "$top/docs/examples/queue/main.cpp" "${flags[@]}" -o "$temporary/plain" && "$temporary/plain" >/dev/null
}
expect "an example builds with pkg-config, and runs" plainly
if [ -n "${OUTSIDE:-}" ]; then expect "an example builds with pkg-config --static, and runs" plainly --static; fi
# shellcheck disable=SC2046 # names
expect "pkg-config finds all that every library needs" \
    quietly pkg-config --static --print-errors --exists $(basename -s .pc "$PKG_CONFIG_PATH"/tollgate-*.pc)

# A minor release of version 0 may change names, so programs find only their own.
mkdir "$temporary/versions"
cat >"$temporary/versions/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(versions LANGUAGES NONE)
find_package(tollgate REQUIRED COMPONENTS fence)
string(REGEX MATCH "^[0-9]+[.][0-9]+" same ${tollgate_VERSION})
foreach(version IN ITEMS 0.1 ${same} ${same}.99 1.0)
    unset(tollgate_DIR CACHE)
    find_package(tollgate ${version} QUIET COMPONENTS fence)
    string(APPEND found "${tollgate_FOUND} ")
endforeach()
message(STATUS "versions: ${found}")
END
run cmake -S "$temporary/versions" -B "$temporary/versions/build" -DCMAKE_PREFIX_PATH="$prefix"
expect "find_package takes the versions with the same minor number" contains "$output" "versions: 0 1 0 0"

# An unknown component.
mkdir "$temporary/none"
printf '%s\n' 'cmake_minimum_required(VERSION 3.22)' 'project(none LANGUAGES CXX)' \
    'find_package(tollgate REQUIRED COMPONENTS queues timer)' >"$temporary/none/CMakeLists.txt"
run cmake -S "$temporary/none" -B "$temporary/none/build" -DCMAKE_PREFIX_PATH="$prefix"
expect "CMake names an unknown component, and lists the known ones" \
    contains "$(tr -s ' \n' ' ' <<<"$output")" "tollgate has no component 'queues'. It has: clock posix cpu"

# A project that builds two libraries as part of itself, with their dependencies and nothing else.
# It also finds one with find_package, like a folder that was written for an installed package.
mkdir "$temporary/examples"
cp -R "$top/docs/examples/"{queue,fetched} "$temporary/examples"
user_project=$temporary/examples/fetched
cat >>"$user_project/CMakeLists.txt" <<'END'
find_package(tollgate REQUIRED COMPONENTS queue)
install(TARGETS workers DESTINATION bin)
END
configure -S "$user_project" -B "$user_project/build" -DFETCHCONTENT_SOURCE_DIR_TOLLGATE="$top" -DCMAKE_CXX_FLAGS="$strict"
quietly cmake --build "$user_project/build" --parallel "$jobs"
run "$user_project/build/workers"
expect "FetchContent: a project builds with our libraries, and runs" [ "$code" = 0 ]
expect "FetchContent: only the needed libraries are built" [ "$(find "$user_project/build" -name 'libtollgate_*.a' -exec basename {} \; |
    sort | xargs)" = "libtollgate_await.a libtollgate_cancel.a libtollgate_fence.a libtollgate_queue.a libtollgate_sleep.a libtollgate_timer.a" ]
expect "FetchContent: the project keeps its own build type" \
    grep -q '^CMAKE_BUILD_TYPE:STRING=$' "$user_project/build/CMakeCache.txt"
quietly cmake --install "$user_project/build" --prefix "$user_project/out"
expect "FetchContent: the project installs none of our files" \
    [ "$(cd "$user_project/out" && find . -type f)" = ./bin/workers ]

# Some parts by themselves: nothing of others is needed, no program is built.
unset PKG_CONFIG_PATH
alone=$temporary/alone
configure -S "$top" -B "$alone/build" -DTOLLGATE_COMPONENTS="sleep;cancel;queue;timer" -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON
expect "parts alone: exactly these and what they use" [ "$(cd "$alone/build" && find . -name cmake_install.cmake |
    sed 's,/[^/]*$,,; s,.*/,,' | sort | xargs)" = ". await cancel common fence queue sleep timer" ]
if [ -n "${OUTSIDE:-}" ]; then
    quietly cmake --build "$alone/build" --parallel "$jobs" && quietly cmake --install "$alone/build" --prefix "$alone/out"
    expect "parts alone: only they are installed" [ "$(cd "$alone/out" && ls; ls include/tollgate; find . -name '*.a' | wc -l)" = \
        "$(printf '%s\n' include lib await cancel fence queue sleep timer 6)" ]
fi
sed -i.bak 's/queue timer)/queue timers)/' "$user_project/CMakeLists.txt"
run cmake -S "$user_project" -B "$user_project/wrong" -DFETCHCONTENT_SOURCE_DIR_TOLLGATE="$top"
expect "FetchContent: an unknown library is named" contains "$output" "'timers' is not one of"

finish
