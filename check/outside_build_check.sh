#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The package and the programs as an outside user meets them: the libraries are installed from a
# copy of the sources that is then deleted, the installed package is moved, and each program's
# folder, copied elsewhere, builds with nothing but CMAKE_PREFIX_PATH. Unoptimised and several files
# as one, because only whether it builds is asked. That takes long: two of the programs are built,
# others another time; all with DEEP in the environment.
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
briefly=(-DTOLLGATE_CHECKS=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON)

copy=$temporary/copy
prefix=$temporary/prefix
mkdir "$copy"
cp -R "$top/common" "$copy/common"
configure -S "$copy/common" -B "$copy/build" "${briefly[@]}" &&
    quietly cmake --build "$copy/build" --parallel "$jobs" &&
    quietly cmake --install "$copy/build" --prefix "$temporary/first"
expect "common/ builds and installs by itself" [ -d "$temporary/first" ]
rm -rf "$copy"
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

# Which two, the commit and the day say.
built=("${programs[@]}")
if [ -z "${DEEP:-}" ]; then
    commit=$(git -C "$top" rev-parse HEAD 2>/dev/null | cut -c 1-7)
    first=$(((16#${commit:-0} + $(date +%s) / 86400) % ${#programs[@]}))
    built=("${programs[first]}" "${programs[(first + 1) % ${#programs[@]}]}")
    echo "skipped building the other programs outside: another time, or with DEEP=1"
fi

# Of some there is one file to be compiled only: a processor for each.
# shellcheck disable=SC2016 # for the inner shell
printf '%s\n' "${built[@]}" "${examples[@]}" | xargs -P "$jobs" -I NAME sh -c \
    'cmake --build "$1" >"$1/log" 2>&1 && touch "$1/built"' sh "$elsewhere/NAME/build"

has_built() {
    [ -f "$elsewhere/$1/build/built" ] || {
        cat "$elsewhere/$1/build/log"
        return 1
    }
}

for program in "${built[@]}"; do
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

finish
