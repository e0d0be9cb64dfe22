#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# boost_sanitized.sh [thread | address,undefined]: runs the checks of fiber with a sanitizer (thread unless named) and
# a Boost.Context and a Boost.Fiber that are built for it. Their source is Debian's of the Boost that is installed,
# fetched and built below build/boost_SANITIZER; nothing is installed, and apt's own lists stay as they are.
#
# Sanitizers must be told of a switch of stacks. Boost.Context tells them only where it is built upon ucontext, and in
# 1.74 only the one for addresses: the calls for threads are added here.
set -eu
unset CDPATH
export LC_ALL=C

sanitizer=${1:-thread}
case $sanitizer in thread) define=BOOST_USE_TSAN ;; *) define=BOOST_USE_ASAN ;; esac
common=$(cd "$(dirname "$0")/../.." && pwd)
headers=/usr/include/boost
version=$(sed -n 's/^#define BOOST_LIB_VERSION "\(.*\)"$/\1/p' $headers/version.hpp | tr _ .)
build=$(realpath -m "$common/../build/boost_$sanitizer")
mkdir -p "$build/lists/partial" "$build/source" "$build/include/boost/context"
cd "$build"

if ! ls source/boost*.orig.tar.* >/dev/null 2>&1; then
    # shellcheck disable=SC2016 # what is in $() is for apt
    archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' | head -n 1)
    echo "deb-src $archive $(. /etc/os-release && echo "$VERSION_CODENAME") main" >sources.list
    set -- -o "Dir::Etc::sourcelist=$build/sources.list" -o Dir::Etc::sourceparts=- \
        -o "Dir::State::lists=$build/lists" -o APT::Sandbox::User=
    apt-get "$@" update
    (cd source && apt-get "$@" source --download-only "boost$version")
fi
tar -xf source/boost*.orig.tar.* -C source --strip-components=1 --wildcards --exclude '*/numa/*' \
    '*/libs/context/src/fiber.cpp' '*/libs/context/src/posix/stack_traits.cpp' '*/libs/fiber/src/*.cpp'

if [ "$sanitizer" = thread ]; then
    # What later versions of Boost.Context do themselves: a stack is a fiber of the sanitizer's.
    if ! grep -q BOOST_USE_TSAN $headers/context/fiber_ucontext.hpp; then
        sed -e '0,/^#include/s//#include <sanitizer\/tsan_interface.h>\n#include/' \
            -e '/^struct BOOST_CONTEXT_DECL fiber_activation_record {/a void* tsan_fiber{ nullptr };' \
            -e '/^    fiber_activation_record() {/a tsan_fiber = __tsan_get_current_fiber();' \
            -e '/^    virtual ~fiber_activation_record() {/a if ( ! main_ctx) __tsan_destroy_fiber( tsan_fiber);' \
            -e '/::swapcontext(/i __tsan_switch_to_fiber( tsan_fiber, 0);' \
            -e '/uc_link = nullptr;/a record->tsan_fiber = __tsan_create_fiber( 0);' \
            $headers/context/fiber_ucontext.hpp >include/boost/context/fiber_ucontext.hpp
        [ "$(grep -c __tsan include/boost/context/fiber_ucontext.hpp)" = 6 ] # or it has another shape
    fi
    # Boost.Fiber gives its counted objects up by a release and a fence behind it. ThreadSanitizer does not see
    # fences, and takes what the last owner destroys for a race with the other owners.
    cp -r $headers/fiber include/boost/
    find include/boost/fiber -type f -exec sed -i \
        's/\(use_count_\.fetch_sub( 1, std::memory_order_\)release/\1acq_rel/' {} +
    [ "$(grep -rl 'use_count_\.fetch_sub( 1, std::memory_order_acq_rel' include/boost/fiber | wc -l)" -ge 4 ]
fi

# Instead of the installed ones find_package(Boost) takes these.
for library in context fiber; do
    mkdir -p "$library"
    (cd "$library" && find "$build/source/libs/$library/src" -name '*.cpp' -exec "${CXX:-g++}" -std=c++20 -O1 -g \
        -fno-omit-frame-pointer -fsanitize="$sanitizer" -fno-sanitize-recover=all -Wno-tsan -DBOOST_USE_UCONTEXT \
        "-D$define" -DBOOST_CONTEXT_SOURCE -DBOOST_FIBERS_SOURCE -isystem "$build/include" -c {} +)
    ar rcs "libboost_$library.a" "$library"/*.o
    cat >"boost_$library-config.cmake" <<END
if(NOT TARGET Boost::$library)
    add_library(Boost::$library STATIC IMPORTED)
    set_target_properties(Boost::$library PROPERTIES
        IMPORTED_LOCATION "$build/libboost_$library.a"
        INTERFACE_INCLUDE_DIRECTORIES "$build/include"
        INTERFACE_COMPILE_DEFINITIONS "BOOST_USE_UCONTEXT;$define")
endif()
END
    cat >"boost_$library-config-version.cmake" <<'END'
set(PACKAGE_VERSION "${PACKAGE_FIND_VERSION}")
set(PACKAGE_VERSION_EXACT TRUE)
set(PACKAGE_VERSION_COMPATIBLE TRUE)
END
done
echo 'target_link_libraries(Boost::fiber INTERFACE Boost::context)' >>boost_fiber-config.cmake

cmake -S "$common" -B tree -DCMAKE_BUILD_TYPE=Release -DTOLLGATE_CHECKS=ON -DTOLLGATE_STRESS=ON \
    -DTOLLGATE_SANITIZE="$sanitizer" -DTOLLGATE_BOOST_IS_SANITIZED=ON \
    -Dboost_context_DIR="$build" -Dboost_fiber_DIR="$build"
cmake --build tree --target fiber_check --target fiber_stress
tree/fiber/fiber_check --gtest_brief=1
tree/fiber/fiber_stress --gtest_brief=1
tree/fiber/fiber_left_at_exit
