#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The documents say what the result files and the programs' help texts say.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

run env PROGRAMS="$bin" "$top/docs/refresh" --check
expect "docs/refresh --check: $output" [ "$code" = 0 ]
run "$top/docs/refresh" --nonsense
expect "docs/refresh refuses an unknown option" [ "$code" = 2 ]

finish
