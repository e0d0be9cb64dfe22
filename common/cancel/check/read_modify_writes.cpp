// SPDX-License-Identifier: BSL-1.0
//
// Functions whose machine code read_modify_writes.sh checks. Not run.
#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/token.hpp>

#include <atomic>

using tollgate::cancel::cancellation_guard;
using tollgate::cancel::cancellation_handler;
using tollgate::cancel::dummy_token;
using tollgate::cancel::token;

void between() noexcept;

[[gnu::noinline]] void register_and_unregister(const token& with, cancellation_handler& handler) {
    const cancellation_guard guard(with, handler);
    between();
}

/// Has the instructions that the script searches for: the control of the script.
[[gnu::noinline]] void exchange_and_fence(std::atomic<int>& value) {
    value.exchange(1);
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

[[gnu::noinline]] bool ask_a_dummy(cancellation_handler& handler) {
    const dummy_token never;
    const cancellation_guard guard(never, handler);
    return never.is_cancelled();
}
