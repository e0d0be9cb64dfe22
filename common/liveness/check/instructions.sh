#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# instructions.sh OBJECT: checks the machine code of instructions.cpp for an x86-64.
# - A checkpoint is two stores and calls no function.
# - Beginning and ending a scope calls no function as long as the thread has a record.
# - Neither has an atomic read-modify-write or a fence.
# - Neither reads a clock, except the counter for stamps::counter, on a separate path.
# Ends with 77, for skipped, if the tools are missing.
set -eu

# shellcheck source=common/testing/check/disassembly.sh
. "$(dirname "$0")/../../testing/check/disassembly.sh"

# until_ret NAME: the instructions that run if no jump is taken.
until_ret() { body "$1" | sed '/[[:space:]]ret/q'; }
# Counts writes to memory; the words of a thread are in %fs.
stores() { grep -E 'mov[a-z]*[[:space:]]+[%$][^(]*,[^,%]*(%fs:|\()' | grep -c . || true; }
readings='rdtsc|clock|gettime|syscall|vdso'
calls() { grep 'PLT32' || true; }

body exchange_and_fence | grep -Eq "$costly" || die "the script would not notice an exchange"
body ask_clocks | grep -q 'rdtsc' || die "the script would not notice a reading of the counter"
body ask_clocks | calls | grep -Eq "$readings" || die "the script would not notice a clock reading"
body begin_and_end | calls | grep -q 'between' || die "the script would not notice a call"

for function in pass_checkpoint begin_and_end begin_and_end_with_timeouts block; do
    [ -n "$(body $function)" ] || die "$function is missing"
    if body $function | grep -E "$costly"; then
        die "$function takes a read-modify-write or a fence"
    fi
    if body $function | grep -v 'rdtsc' | grep -E "$readings"; then
        die "$function reads a clock"
    fi
    if until_ret $function | grep 'rdtsc'; then
        die "$function reads the counter without stamps::counter"
    fi
done

[ "$(body pass_checkpoint | grep -c 'rdtsc')" = 1 ] || die "a checkpoint does not read the counter once"
if body pass_checkpoint | grep -E 'call|PLT32'; then
    die "a checkpoint calls a function"
fi
[ "$(until_ret pass_checkpoint | stores)" = 2 ] || die "a checkpoint is not two stores"
if body block | calls | grep -Ev 'between|refuse_end'; then
    die "a blocking_scope calls a function"
fi
# An inlined checkpoint might keep the old thread's words after a fiber has changed threads.
body pass_checkpoint_of_a_fiber | grep -q 'migrating_scope::checkpoint' ||
    die "a fiber's checkpoint is inlined"
# The functions that a scope calls if its thread has no record, if its timeouts are out of range,
# and if it is not the innermost.
rare='registry::take|give_back|refuse_end|refuse_timeouts|_Unwind_Resume|terminate'
for function in begin_and_end begin_and_end_with_timeouts; do
    if body $function | calls | grep -Ev "between|$rare"; then
        die "$function calls another function"
    fi
done
