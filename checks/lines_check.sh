#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The lines that measuring programs print: at most 100 columns, and no line that is longer than the terminal.
# screen_check.sh checks the lines of the headline cases without a terminal.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

expect_built
cd "$temporary" || exit

# widest: the number of columns of the longest line of the input, in which colours take none.
widest() { tr -d '\r' | sed 's/\x1b\[[0-9;]*[mK]//g' | LC_ALL=C.UTF-8 wc -L; }
# fits COLUMNS COMMAND...: no line of the command's output is longer.
fits() {
    local columns=$1 width
    shift
    run "$@"
    width=$(widest <<<"$output")
    if [ -z "$output" ] || [ "$width" -gt "$columns" ]; then
        echo "$width columns: $output"
        return 1
    fi
}
for program in "${measuring[@]}"; do
    expect "$program --help fits 100 columns" fits 100 "$bin/$program" --help
    expect "$program --environment fits 100 columns" fits 100 "$bin/$program" --environment
    listed=$("$bin/$program" --list --all | grep -c '^[a-z]')
    expect "$program --list has whole names if there is no terminal" \
        [ "$listed" = "$("$bin/$program" --list --all | grep '^[a-z]' | grep -c /)" ]
    if script -qec true /dev/null >script.log 2>&1 </dev/null; then
        # The table of lost time has a fixed width.
        for options in $([ "$program" = testNoise ] || echo --quick) --help "--list --all"; do
            expect "$program $options fits a terminal of 80 columns" \
                fits 80 script -qec "stty cols 80; '$bin/$program' --no-progress $options" /dev/null
        done
    else
        echo "skipped the terminal: there is no command script here (Debian: bsdutils)"
    fi
done

finish
