#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# A user's program that is built with ThreadSanitizer, against the package as it is installed, whose
# libraries are not. It must hear of no race that is none, and of each of its own.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

prefix=$temporary/prefix
CXX=$("$top/tools/setup" --compiler) || exit
export CXX

# Not every compiler brings the sanitizer, and not every kernel has room for it.
cd "$temporary" || exit
echo 'int main() {}' >empty.cpp
if ! "$CXX" -fsanitize=thread empty.cpp -o empty; then
    echo "skipped ThreadSanitizer: $CXX does not build for it"
    exit
elif ! ./empty; then
    echo "skipped ThreadSanitizer: its programs do not run here"
    exit
fi

build() {
    cmake --install "$tree_of_bin" --prefix "$prefix" &&
        cmake -S "$top/checks/slow/user_under_tsan" -B "$temporary/build" -DCMAKE_BUILD_TYPE=None \
            -DCMAKE_PREFIX_PATH="$prefix" &&
        cmake --build "$temporary/build"
}
log=$(build 2>&1) || echo "$log"
program=$temporary/build/user_under_tsan
expect "a user's program builds with ThreadSanitizer" [ -x "$program" ]
[ -x "$program" ] || exit

unset TSAN_OPTIONS
for right in "$program" "${program%/*}/user_without_fences"; do
    run "$right"
    expect "a right program, ${right##*/}: exit 0" [ "$code" = 0 ]
    expect "a right program, ${right##*/}: no race is reported" lacks "$output" ThreadSanitizer
    [ "$code" = 0 ] || echo "$output"
done

run "$program" wrong
wrong=$output
expect "there are wrong programs" [ -n "$wrong" ]
for one in $wrong; do
    run "$program" "$one"
    expect "$one: the sanitizer's exit code" [ "$code" = 66 ]
    expect "$one: its race is reported" contains "$output" "ThreadSanitizer: data race"
done

finish
