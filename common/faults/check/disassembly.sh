# SPDX-License-Identifier: BSL-1.0
# shellcheck shell=sh
# For checks of what the compiler made of an object for an x86-64: sourced with the object's name as
# $1, it ends the check with 77, for skipped, where there is nothing to look with.

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

# body NAME: the instructions of one function, its cold part too. What is called stands in a line of
# its own below the call.
body() {
    printf '%s\n' "$code" | awk -v name="$1" '
        /^[0-9a-f]+ <.*>:$/ { inside = index($0, "<" name "(") > 0; next }
        inside && /^[[:space:]]/ { print }'
}
# Read-modify-writes and fences; an exchange with memory locks unsaid.
# shellcheck disable=SC2034
costly='[[:space:]]lock |xchg.*\(|fence'
