#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# instructions.sh OBJECT: looks at what instructions.cpp became for an x86-64. A checkpoint is two
# stores and calls nobody; to begin and end a scope calls nobody either as long as the thread has a
# record; both take no atomic read-modify-write and no fence, and read no clock, but for the counter
# where a registry stamps with that, on a path of its own. Ends with 77, for skipped, where there is
# nothing to look with.
set -eu

# shellcheck source=common/faults/check/disassembly.sh
. "$(dirname "$0")/../../faults/check/disassembly.sh"

# until_ret NAME: what is run if no jump is taken.
until_ret() { body "$1" | sed '/[[:space:]]ret/q'; }
# Writes to memory; the words of a thread are in %fs.
stores() { grep -E 'mov[a-z]*[[:space:]]+[%$][^(]*,[^,%]*(%fs:|\()' | grep -c . || true; }
readings='rdtsc|clock|gettime|syscall|vdso'
calls() { grep 'PLT32' || true; }

body exchange_and_fence | grep -Eq "$costly" || die "would not notice an exchange"
body ask_clocks | grep -q 'rdtsc' || die "would not notice a reading of the counter"
body ask_clocks | calls | grep -Eq "$readings" || die "would not notice a reading of the clock"
body begin_and_end | calls | grep -q 'between' || die "would not notice a call"

for function in pass_checkpoint begin_and_end begin_and_end_with_limits block; do
    [ -n "$(body $function)" ] || die "$function is not there"
    if body $function | grep -E "$costly"; then
        die "$function takes a read-modify-write or a fence"
    fi
    if body $function | grep -v 'rdtsc' | grep -E "$readings"; then
        die "$function reads a clock"
    fi
    if until_ret $function | grep 'rdtsc'; then
        die "$function reads the counter unasked"
    fi
done

[ "$(body pass_checkpoint | grep -c 'rdtsc')" = 1 ] || die "a checkpoint has no stamp to read"
if body pass_checkpoint | grep -E 'call|PLT32'; then
    die "a checkpoint calls somebody"
fi
[ "$(until_ret pass_checkpoint | stores)" = 2 ] || die "a checkpoint is not two stores"
if body block | calls | grep -Ev 'between|refuse_end'; then
    die "to wait calls somebody"
fi
# Where a fiber changes threads, what is inlined may keep the old thread's words.
body pass_checkpoint_of_a_fiber | grep -q 'migrating_scope::checkpoint' ||
    die "a fiber's checkpoint is inlined"
# Whom a scope calls if its thread has no record, if what it was given is out of range, and if it is
# not the innermost one.
rare='registry::take|give_back|refuse_end|refuse_limits|_Unwind_Resume|terminate'
for function in begin_and_end begin_and_end_with_limits; do
    if body $function | calls | grep -Ev "between|$rare"; then
        die "$function calls somebody else"
    fi
done
