// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/sleep/adaptive_parker.hpp>

#include <boost/smart_ptr/intrusive_ref_counter.hpp>

namespace tollgate::fiber::detail {

/// The part of a scheduler that other threads use. It has two members:
///
/// - a list of calls: functions that other threads post to the scheduler's thread;
/// - a signal that ends the sleep of the scheduler's thread, or makes the dispatcher run at the
///   next pick.
///
/// A thread that posts a call must own a reference to the mailbox, because the call may end the
/// scheduler's last fiber. Then the scheduler may be destroyed before `post` returns.
///
/// - *Threads*: any thread may call `post` and `notify`. Only the scheduler's thread may call the
///   other functions.
class mailbox : public boost::intrusive_ref_counter<mailbox> {
public:
    void post(remote_call& call) noexcept {
        calls_.put(call);
        signal_.wake();
    }
    void notify() noexcept { signal_.wake(); }

    [[nodiscard]] sleep::adaptive_parker& signal() noexcept { return signal_; }
    [[nodiscard]] remote_calls& calls() noexcept { return calls_; }

private:
    // These members have their own cache lines, because other threads write to them.
    alignas(64) sleep::adaptive_parker signal_;
    remote_calls calls_;
};

} // namespace tollgate::fiber::detail
