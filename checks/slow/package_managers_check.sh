#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# Conan and vcpkg build the libraries of this tree, and a program that uses them (packaging/consumer). The check needs
# the command conan, and a clone of vcpkg with its program in the folder VCPKG_ROOT. It uses no network.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

CXX=$("$top/tools/setup" --compiler) || exit
export CXX
version=$(sed -n 's/^project(tollgate VERSION \([0-9.]*\) .*/\1/p' "$top/common/CMakeLists.txt")
expect "the port has the version of the libraries" \
    [ "$(jq -r .version "$top/packaging/vcpkg/ports/tollgate/vcpkg.json")" = "$version" ]

with_conan() { # OPTION...
    conan create "$top/packaging/conan" --settings compiler.cppstd=20 \
        --conf tools.cmake.cmake_layout:test_folder="$temporary/test" "$@"
}
if [[ $(conan --version 2>/dev/null) = "Conan version 2"* ]]; then
    export CONAN_HOME=$temporary/conan
    conan profile detect >"$temporary/log" 2>&1
    for shared in False True; do
        run with_conan --options "tollgate/*:shared=$shared"
        expect "Conan, shared=$shared: the program runs" [ "$code" = 0 ]
        [ "$code" = 0 ] || echo "$output"
        pattern="libtollgate_queue.$([ $shared = True ] && echo "so.$version" || echo a)"
        expect "Conan, shared=$shared: it uses $pattern" [ -n "$(find "$CONAN_HOME" -path "*/p/lib/$pattern")" ]
    done
    run with_conan --options "tollgate/*:sleep=False" --options "tollgate/*:cancel=False" \
        --options "tollgate/*:queue=False" --options "tollgate/*:timer=False"
    expect "Conan: without components, there is no package" contains "$output" "tollgate has no component"
else
    echo "skipped Conan: there is no command conan of version 2"
fi

if [ ! -x "${VCPKG_ROOT:-}/vcpkg" ]; then
    echo "skipped vcpkg: VCPKG_ROOT is not a folder with the program vcpkg"
elif ! { command -v patchelf && command -v ninja; } >/dev/null; then
    echo "skipped vcpkg: without network, it needs the commands patchelf and ninja"
else
    export VCPKG_FORCE_SYSTEM_BINARIES=1 VCPKG_DISABLE_METRICS=1 VCPKG_BINARY_SOURCES=clear
    roots="--x-buildtrees-root=$temporary/trees;--x-packages-root=$temporary/packages;--downloads-root=$temporary/downloads"
    run cmake -S "$top/packaging/consumer" -B "$temporary/build" -DVCPKG_INSTALL_OPTIONS="$roots" \
        -DCMAKE_TOOLCHAIN_FILE="$VCPKG_ROOT/scripts/buildsystems/vcpkg.cmake"
    expect "vcpkg installs the port for the program" [ "$code" = 0 ]
    [ "$code" = 0 ] || echo "$output"
    expect "vcpkg finds no mistake in the port" lacks "$output" "warning"
    cmake --build "$temporary/build" >/dev/null
    run "$temporary/build/workers"
    expect "vcpkg: the program builds and runs: $output" [ "$code" = 0 -a "$output" = 5050 ]
fi

finish
