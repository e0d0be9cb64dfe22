#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# A user's program, built with ThreadSanitizer, uses the installed package, whose libraries are built without it.
# ThreadSanitizer must report each race of the program, and no other.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

prefix=$temporary/prefix
CXX=$("$top/tools/setup" --compiler) || exit
export CXX

# Not every compiler has the sanitizer, and its programs do not run with every kernel.
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
for correct in "$program" "${program%/*}/user_without_fences"; do
    run "$correct"
    expect "a correct program, ${correct##*/}: exit 0" [ "$code" = 0 ]
    expect "a correct program, ${correct##*/}: no race is reported" lacks "$output" ThreadSanitizer
    [ "$code" = 0 ] || echo "$output"
done

run "$program" faulty
scenarios=$output
expect "the program lists faulty scenarios" [ -n "$scenarios" ]
for scenario in $scenarios; do
    run "$program" "$scenario"
    expect "$scenario: the sanitizer's exit code" [ "$code" = 66 ]
    expect "$scenario: its race is reported" contains "$output" "ThreadSanitizer: data race"
done

finish
