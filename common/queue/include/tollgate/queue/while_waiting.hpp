// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>

namespace tollgate::queue {

/// Wraps a token so that the token ends a push or a pop only if the call would have to wait. A call
/// that can succeed at once succeeds, even if the token is cancelled. So a consumer takes all
/// elements that are left in the queue.
///
///     const auto pop_all = [](auto& jobs, const tollgate::cancel::token& cancellation) {
///         while (auto job = jobs.pop(tollgate::queue::while_waiting(cancellation))) {
///             job->run();
///         }
///     };
///
/// A token that you pass without `while_waiting` has precedence: when it is cancelled, the call
/// pushes or pops nothing. If producers continue to push, it is possible that the loop above never
/// ends. A loop with `jobs.pop(cancellation)` always ends when the token is cancelled.
///
/// - *Lifetime*: the object contains a reference to the token. Make the object for one call.
class while_waiting {
public:
    /// Stores a reference to `cancellation`, which must outlive this object.
    explicit while_waiting(const cancel::token& cancellation) noexcept
        : cancellation_(cancellation) {}

    /// The token that was given to the constructor.
    [[nodiscard]] const cancel::token& token() const noexcept { return cancellation_; }

private:
    const cancel::token& cancellation_;
};

} // namespace tollgate::queue
