// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/bell.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>

#include <boost/smart_ptr/intrusive_ref_counter.hpp>

namespace tollgate::fiber::detail {

/// What other threads have of a scheduler: calls for it, and a bell that ends its sleep and tells
/// it to look around. Who posts shares it, for the scheduler may be gone before `post` returns: the
/// call may be what ended its last fiber.
///
/// Threads: any may post and ring. The rest is for the scheduler's.
class mailbox : public boost::intrusive_ref_counter<mailbox> {
public:
    void post(remote_call& one) noexcept {
        calls_.put(one);
        bell_.ring();
    }
    void ring() noexcept { bell_.ring(); }

    [[nodiscard]] detail::bell& bell() noexcept { return bell_; }
    [[nodiscard]] remote_calls& calls() noexcept { return calls_; }

private:
    // Apart from what lies beside it: others write here.
    alignas(64) detail::bell bell_;
    remote_calls calls_;
};

} // namespace tollgate::fiber::detail
