#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# boost_181.sh [BUILD]: builds the library fiber and its checks against Boost 1.81, beside the Boost
# that is installed, and runs them. The packages of Debian 12 are fetched by `apt-get download` and
# unpacked below BUILD (build/boost_181); nothing is installed.
#
# exit codes: 0 all held, 1 a check failed, 2 usage, 3 the packages cannot be had
set -eu

die() {
    echo "boost_181: $1" >&2
    exit "$2"
}

[ $# -le 1 ] || die "usage: boost_181.sh [BUILD]" 2
common=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$common/../build/boost_181}
mkdir -p "$build/packages" "$build/prefix"
build=$(cd "$build" && pwd)
prefix=$build/prefix

for tool in apt-get dpkg; do
    command -v "$tool" >/dev/null || die "there is no $tool: not a Debian" 3
done
for package in libboost1.81-dev libboost-fiber1.81-dev libboost-fiber1.81.0 \
    libboost-context1.81-dev libboost-context1.81.0 libboost-filesystem1.81-dev \
    libboost-filesystem1.81.0 libboost-atomic1.81-dev libboost-atomic1.81.0 \
    libboost-system1.81-dev libboost-system1.81.0 \
    libboost-program-options1.81-dev libboost-program-options1.81.0; do
    set -- "$build/packages/${package}_"*.deb
    if [ ! -e "$1" ]; then
        (cd "$build/packages" && apt-get download "$package") || die "$package cannot be had" 3
        set -- "$build/packages/${package}_"*.deb
    fi
    dpkg -x "$1" "$prefix" || die "$1 cannot be unpacked" 3
done

libraries=$(dirname "$(find "$prefix" -name 'libboost_fiber.so.1.81.0')")
[ -e "$libraries/cmake/Boost-1.81.0/BoostConfig.cmake" ] || die "the packages have another shape" 3
cmake -S "$common" -B "$build/build" -DCMAKE_BUILD_TYPE=Release -DTOLLGATE_CHECKS=ON -DTOLLGATE_STRESS=ON \
    -DBoost_DIR="$libraries/cmake/Boost-1.81.0" -DBoost_NO_SYSTEM_PATHS=ON \
    -DCMAKE_PREFIX_PATH="$prefix/usr" -DCMAKE_BUILD_RPATH="$libraries"
cmake --build "$build/build" --target fiber_check --target fiber_stress

# The check of the version prints it, and compares.
export TOLLGATE_EXPECTED_BOOST=108100 LD_LIBRARY_PATH="$libraries"
for checks in fiber_check fiber_stress; do
    "$build/build/fiber/$checks" --gtest_brief=1 || die "$checks failed" 1
done
"$build/build/fiber/fiber_left_at_exit"
