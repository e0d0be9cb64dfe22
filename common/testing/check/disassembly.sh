# SPDX-License-Identifier: BSL-1.0
# shellcheck shell=sh
# For checks of the code that the compiler generated for x86-64. Source it with the name of the object as
# $1. It ends the check with 77, for skipped, if the tools are missing.

unset CDPATH
export LC_ALL=C

die() {
    echo "$(basename "$0" .sh): $*" >&2
    exit 1
}

[ $# = 1 ] || die "usage: $(basename "$0") OBJECT"
objdump=${OBJDUMP:-objdump}
if ! command -v "$objdump" >/dev/null; then
    echo "skipped the disassembly: no objdump here (Debian: binutils)"
    exit 77
fi
code=$("$objdump" --disassemble --reloc --demangle --no-show-raw-insn "$1") || die "cannot read $1"
case $code in
*x86-64*) ;;
*)
    echo "this is not an x86-64"
    exit 77
    ;;
esac

# body NAME: the instructions of a function, with its cold part. The line below a call has the called
# function.
body() {
    printf '%s\n' "$code" | awk -v name="$1" '
        /^[0-9a-f]+ <.*>:$/ { inside = index($0, "<" name "(") > 0; next }
        inside && /^[[:space:]]/ { print }'
}
# Read-modify-writes and fences. An exchange with memory always locks.
# shellcheck disable=SC2034
costly='[[:space:]]lock |xchg.*\(|fence'
