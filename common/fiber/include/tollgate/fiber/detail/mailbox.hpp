// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/detail/wake_up_signal.hpp>

#include <boost/smart_ptr/intrusive_ref_counter.hpp>

namespace tollgate::fiber::detail {

/// The part of a scheduler that other threads use: calls for its thread, and the signal that ends
/// the thread's sleep and has the dispatcher run. A thread that posts shares the ownership. The
/// call may end the scheduler's last fiber, and the scheduler with it, before `post` returns.
///
/// - *Threads*: any thread may post and notify; the other calls are for the scheduler's thread.
class mailbox : public boost::intrusive_ref_counter<mailbox> {
public:
    void post(remote_call& call) noexcept {
        calls_.put(call);
        signal_.notify();
    }
    void notify() noexcept { signal_.notify(); }

    [[nodiscard]] wake_up_signal& signal() noexcept { return signal_; }
    [[nodiscard]] remote_calls& calls() noexcept { return calls_; }

private:
    // In cache lines of its own: other threads write here.
    alignas(64) wake_up_signal signal_;
    remote_calls calls_;
};

} // namespace tollgate::fiber::detail
