/* SPDX-License-Identifier: BSL-1.0 */
/* The kernel's side as the build compiled it, as data of this program. */
    .section .rodata
    .balign 16
    .globl bill_events_begin
    .globl bill_events_end
bill_events_begin:
    .incbin EVENTS_OBJECT
bill_events_end:
    .section .note.GNU-stack, "", %progbits
