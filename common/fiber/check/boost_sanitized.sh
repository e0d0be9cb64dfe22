#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# boost_sanitized.sh [thread | address,undefined [BUILD]]: builds Boost.Context and Boost.Fiber for
# a sanitizer (thread unless named), the library fiber and its checks against them, and runs these.
# The source is Debian's of the Boost that is installed, fetched and built below BUILD
# (build/boost_SANITIZER); nothing is installed, and apt's own lists stay as they are.
#
# Sanitizers must be told of a switch of stacks. Boost.Context tells them only where it is built
# upon ucontext, and in 1.74 only the one for addresses: the calls for threads are added here.
#
# exit codes: 0 all held, 1 a check failed, 2 usage, 3 the source cannot be had
set -eu

die() {
    echo "boost_sanitized: $1" >&2
    exit "$2"
}

# The list of sources that belongs to the machine's list of packages.
write_source_list() {
    # shellcheck disable=SC2016 # what is in $() is for apt
    uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' |
        head -n 1)
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    if [ -z "$uri" ] || [ -z "$suite" ]; then
        die "apt knows no packages: no source either" 3
    fi
    echo "deb-src $uri $suite main"
}

fetch() {
    mkdir -p "$build/lists/partial" "$build/source"
    write_source_list >"$build/sources.list"
    set -- -o "Dir::Etc::sourcelist=$build/sources.list" -o Dir::Etc::sourceparts=- \
        -o "Dir::State::lists=$build/lists" -o APT::Sandbox::User=
    apt-get "$@" update || die "the list of sources cannot be had" 3
    (cd "$build/source" && apt-get "$@" source --download-only "$package") ||
        die "the source of $package cannot be had" 3
}

unpack() {
    set -- "$build/source/${package}_"*.orig.tar.*
    if [ ! -e "$1" ]; then
        fetch
        set -- "$build/source/${package}_"*.orig.tar.*
    fi
    tar -xf "$1" -C "$build/source" --strip-components=1 --wildcards \
        '*/libs/context/src/*.cpp' '*/libs/fiber/src/*.cpp' || die "$1 has another shape" 3
}

# What later versions of Boost.Context do themselves: a stack is a fiber of the sanitizer's.
tell_of_switches() {
    ! grep -q BOOST_USE_TSAN "$headers/context/fiber_ucontext.hpp" || return 0
    mkdir -p "$build/include/boost/context"
    sed -e '0,/^#include/s//#include <sanitizer\/tsan_interface.h>\n#include/' \
        -e '/^struct BOOST_CONTEXT_DECL fiber_activation_record {/a void* tsan_fiber{ nullptr };' \
        -e '/^    fiber_activation_record() {/a tsan_fiber = __tsan_get_current_fiber();' \
        -e '/^    virtual ~fiber_activation_record() {/a \
            if ( ! main_ctx) __tsan_destroy_fiber( tsan_fiber);' \
        -e '/::swapcontext(/i __tsan_switch_to_fiber( tsan_fiber, 0);' \
        -e '/uc_link = nullptr;/a record->tsan_fiber = __tsan_create_fiber( 0);' \
        "$headers/context/fiber_ucontext.hpp" >"$build/include/boost/context/fiber_ucontext.hpp"
    [ "$(grep -c '__tsan' "$build/include/boost/context/fiber_ucontext.hpp")" = 6 ] ||
        die "Boost.Context has another shape" 3
}

# Boost.Fiber gives its counted objects up by a release and a fence behind it. ThreadSanitizer does
# not see fences, and takes what the last owner destroys for a race with the other owners.
show_fences() {
    grep -rlE "$releases" "$headers/fiber" | while read -r header; do
        changed=$build/include/boost/${header#"$headers/"}
        mkdir -p "$(dirname "$changed")"
        sed -E "/$releases/s/memory_order_release/memory_order_acq_rel/" "$header" >"$changed"
    done
    [ "$(grep -rlE 'use_count_\.fetch_sub\( 1, std::memory_order_acq_rel' \
        "$build/include/boost/fiber" | wc -l)" -ge 4 ] || die "Boost.Fiber has another shape" 3
}

# compile LIBRARY SOURCE...: a static library.
compile() {
    library=$1
    shift
    mkdir -p "$build/objects/$library"
    for source; do
        object=$build/objects/$library/$(basename "$source" .cpp).o
        "${CXX:-g++}" -std=c++20 -O1 -g -fno-omit-frame-pointer \
            -fsanitize="$sanitizer" -fno-sanitize-recover=all -Wno-tsan -DBOOST_USE_UCONTEXT \
            "-D$define" -DBOOST_CONTEXT_SOURCE -DBOOST_FIBERS_SOURCE \
            -isystem "$build/include" -c "$source" -o "$object" || die "$source does not compile" 1
    done
    ar rcs "$build/lib$library.a" "$build/objects/$library/"*.o
}

# What find_package(Boost) takes for these two libraries instead of the installed ones.
write_package() {
    cat >"$build/boost_$1-config.cmake" <<END
if(NOT TARGET Boost::$1)
    add_library(Boost::$1 STATIC IMPORTED)
    set_target_properties(Boost::$1 PROPERTIES
        IMPORTED_LOCATION "$build/libboost_$1.a"
        INTERFACE_INCLUDE_DIRECTORIES "$build/include"
        INTERFACE_COMPILE_DEFINITIONS "BOOST_USE_UCONTEXT;$define"
        INTERFACE_LINK_LIBRARIES "$2")
endif()
END
    cat >"$build/boost_$1-config-version.cmake" <<END
set(PACKAGE_VERSION "\${PACKAGE_FIND_VERSION}")
set(PACKAGE_VERSION_EXACT TRUE)
set(PACKAGE_VERSION_COMPATIBLE TRUE)
END
}

[ $# -le 2 ] || die "usage: boost_sanitized.sh [thread | address,undefined [BUILD]]" 2
sanitizer=${1:-thread}
case $sanitizer in
thread) define=BOOST_USE_TSAN ;;
address,undefined) define=BOOST_USE_ASAN ;;
*) die "$sanitizer: neither thread nor address,undefined" 2 ;;
esac
common=$(cd "$(dirname "$0")/../.." && pwd)
build=${2:-$common/../build/boost_$sanitizer}
headers=/usr/include/boost
releases='use_count_\.fetch_sub\( 1, std::memory_order_release'
mkdir -p "$build/include"
build=$(cd "$build" && pwd)

for tool in apt-get dpkg tar; do
    command -v "$tool" >/dev/null || die "there is no $tool: not a Debian" 3
done
version=$(sed -n 's/^#define BOOST_LIB_VERSION "\(.*\)"$/\1/p' "$headers/version.hpp" |
    tr _ .)
[ -n "$version" ] || die "there are no headers of Boost in $headers" 3
package=boost$version

unpack
if [ "$sanitizer" = thread ]; then
    tell_of_switches
    show_fences
fi
compile boost_context "$build/source/libs/context/src/fiber.cpp" \
    "$build/source/libs/context/src/posix/stack_traits.cpp"
compile boost_fiber "$build/source/libs/fiber/src/"*.cpp "$build/source/libs/fiber/src/algo/"*.cpp
write_package context ""
write_package fiber "$build/libboost_context.a"

cmake -S "$common" -B "$build/build" -DCMAKE_BUILD_TYPE=Release -DTOLLGATE_CHECKS=ON -DTOLLGATE_STRESS=ON \
    -DTOLLGATE_SANITIZE="$sanitizer" -DTOLLGATE_BOOST_IS_SANITIZED=ON \
    -Dboost_context_DIR="$build" -Dboost_fiber_DIR="$build"
cmake --build "$build/build" --target fiber_check --target fiber_stress

failed=""
for checks in fiber_check fiber_stress fiber_left_at_exit; do
    "$build/build/fiber/$checks" --gtest_brief=1 || failed="$failed $checks"
done
[ -z "$failed" ] || die "failed:$failed" 1
