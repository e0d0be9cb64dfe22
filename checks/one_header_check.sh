#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The header that make tollgate_parts.hpp writes compiles, and has one copy of each function and variable of the libraries.
# checks/slow has the check that builds programs with it.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

header=$temporary/tollgate_parts.hpp
CXX=$("$top/tools/setup" --compiler) || exit
run "$top/tools/one_header" "$header"
expect "the header is written: $output" [ "$code" = 0 -a -s "$header" ]
echo '#include "tollgate_parts.hpp"' >"$temporary/user.cpp"
run "$CXX" -std=c++20 -pthread -Wall -Wextra -Wconversion -Wshadow -Werror -O0 -c "$temporary/user.cpp" -o "$temporary/user.o"
expect "it compiles without warnings: $output" [ "$code" = 0 ]
# T, D, B: the linker would find them in two files. d, b: each file would have its own. Functions that run before and
# after main() are in each file.
several=$(nm --demangle "$temporary/user.o" | grep -E ' ([TDBdb] tollgate::|t tollgate::)' | grep -vE '::(con|de)structor_of_\w+\(\)$')
expect "the linker joins the copies of all files, not of: $several" [ -z "$several" -a -s "$temporary/user.o" ]

run "$top/tools/one_header" --other
expect "an unknown option is refused: $output" [ "$code" = 2 ]

finish
