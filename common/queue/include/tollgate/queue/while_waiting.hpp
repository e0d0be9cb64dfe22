// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>

namespace tollgate::queue {

/// A token that ends a push or a pop only where that would have to wait. What can be done at once
/// is done although the token is cancelled: a consumer takes what is left, and stops then.
///
///     while (auto next = jobs.pop(queue::while_waiting(cancellation))) {
///         run(*next);
///     }
///
/// The token by itself, `jobs.pop(cancellation)`, comes first: once it is cancelled, nothing is
/// pushed or popped any more. With producers that go on, only that is sure to end this loop.
///
/// A reference, for the time of one call.
class while_waiting {
public:
    explicit while_waiting(const cancel::token& cancellation) noexcept
        : cancellation_(cancellation) {}

    [[nodiscard]] const cancel::token& token() const noexcept { return cancellation_; }

private:
    const cancel::token& cancellation_;
};

} // namespace tollgate::queue
