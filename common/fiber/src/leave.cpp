// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fiber/detail/leave.hpp>

#if defined(__x86_64__) && defined(__LP64__) && defined(__ELF__) && !defined(__CET__)

// The called function is boost::fibers::context::resume(). The pushed register also keeps the stack
// aligned.
asm(R"(
    .text
    .p2align 4
    .globl  tollgate_fiber_leave
    .type   tollgate_fiber_leave, @function
tollgate_fiber_leave:
    .cfi_startproc
    pushq   %rsi
    .cfi_adjust_cfa_offset 8
    movq    8(%rsp), %rax
    movq    %rax, (%rsi)
    call    _ZN5boost6fibers7context6resumeEv@PLT
    popq    %rsi
    .cfi_adjust_cfa_offset -8
    movq    (%rsp), %rax
    cmpq    %rax, (%rsi)
    jne     1f
    ret
1:  addq    $8, %rsp
    .cfi_adjust_cfa_offset -8
    .cfi_register %rip, %rax
    jmp     *%rax
    .cfi_endproc
    .size   tollgate_fiber_leave, . - tollgate_fiber_leave
)");

#else

namespace tollgate::fiber::detail {

extern "C" void tollgate_fiber_leave(boost::fibers::context* next,
                                     const void** /*last_place*/) noexcept {
    next->resume();
}

} // namespace tollgate::fiber::detail

#endif
