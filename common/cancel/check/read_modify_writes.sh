#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# read_modify_writes.sh OBJECT: looks at what read_modify_writes.cpp became for an x86-64. To register
# a handler with a light token and to unregister it takes no atomic read-modify-write and no fence;
# with a dummy token nothing at all. Ends with 77, for skipped, where there is nothing to look with.
set -eu

# shellcheck source=common/faults/check/disassembly.sh
. "$(dirname "$0")/../../faults/check/disassembly.sh"

registering=$(body register_and_unregister)
reference=$(body exchange_and_fence)
dummy=$(body ask_a_dummy)
printf '%s\n' "$registering" | grep -q 'call' || die "register_and_unregister is not there"
printf '%s\n' "$reference" | grep -Eq "$costly" || die "would not notice an exchange"

if printf '%s\n' "$registering" | grep -E "$costly"; then
    die "registering takes a read-modify-write or a fence"
fi
[ -n "$dummy" ] || die "ask_a_dummy is not there"
if printf '%s\n' "$dummy" | grep -E '\(%|call|j[a-z]+ ' | grep -Ev 'nop'; then
    die "a dummy token costs something"
fi
