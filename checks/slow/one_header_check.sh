#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# A program of two files with the header that make tollgate_parts.hpp writes: with each compiler, optimized, not
# optimized, and under ThreadSanitizer.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

cd "$temporary" || exit
for copy in tollgate_parts.hpp again.hpp; do "$top/tools/one_header" "$copy"; done
expect "the same sources give the same header" cmp tollgate_parts.hpp again.hpp
echo 'int main() {}' >empty.cpp
strict=(-std=c++20 -pthread -Wall -Wextra -Wconversion -Wshadow -Werror)
tried=" "
for compiler in $("$top/tools/setup" --compilers); do
    # A compiler may have several names.
    program=$(readlink -f "$(command -v "$compiler")")
    if [[ $tried = *" $program "* ]]; then continue; fi
    tried+="$program "
    for options in -O0 "-O2 -DNDEBUG" "-O1 -g -fsanitize=thread"; do
        read -ra optimize <<<"$options"
        if ! { "$compiler" "${optimize[@]}" empty.cpp -o empty && ./empty; } >/dev/null 2>&1; then
            echo "skipped $compiler $options: its programs do not run here"
            continue
        fi
        run "$compiler" "${strict[@]}" "${optimize[@]}" -I. "$top"/checks/slow/one_header/{first,second}.cpp -o program
        expect "$compiler $options: the program builds: $output" [ "$code" = 0 ]
        run timeout 60 ./program
        expect "$compiler $options: the program runs: $output" [ "$code" = 0 ]
    done
done

finish
