#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# read_modify_writes.sh OBJECT: checks the x86-64 code of read_modify_writes.cpp. Registering and
# unregistering a handler takes no atomic read-modify-write and no fence with a light token, and no
# instruction with a dummy token. Ends with 77, for skipped, without objdump or on another CPU.
set -eu

# shellcheck source=common/testing/check/disassembly.sh
. "$(dirname "$0")/../../testing/check/disassembly.sh"

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
