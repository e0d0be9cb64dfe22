#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# read_modify_writes.sh OBJECT: looks at what read_modify_writes.cpp became for an x86-64. To register
# a handler with a light token and to unregister it takes no atomic read-modify-write and no fence;
# with a dummy token nothing at all. Ends with 77, for skipped, where there is nothing to look with.
set -eu

die() {
    echo "read_modify_writes: $*" >&2
    exit 1
}

[ $# = 1 ] || die "usage: read_modify_writes.sh OBJECT"
objdump=${OBJDUMP:-objdump}
if ! command -v "$objdump" >/dev/null; then
    echo "read_modify_writes: no objdump"
    exit 77
fi
code=$("$objdump" --disassemble --demangle --no-show-raw-insn "$1") || die "cannot read $1"
case $code in
*x86-64*) ;;
*)
    echo "read_modify_writes: not for an x86-64"
    exit 77
    ;;
esac

# The instructions of one function, its cold part too.
body() {
    printf '%s\n' "$code" | awk -v name="$1" '
        /^[0-9a-f]+ <.*>:$/ { inside = index($0, "<" name "(") > 0; next }
        inside && /^ / { print }'
}
# An exchange with memory locks unsaid.
costly='[[:space:]]lock |xchg.*\(|fence'

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
