// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>

namespace tollgate::queue {

/// Wraps a token so that it ends a push or a pop only where the call would have to wait: what can
/// be done at once is done, although the token is cancelled. So a consumer takes what is left.
///
///     const auto pop_all = [](auto& jobs, const tollgate::cancel::token& cancellation) {
///         while (auto job = jobs.pop(tollgate::queue::while_waiting(cancellation))) {
///             job->run();
///         }
///     };
///
/// A token that is passed by itself comes first: once it is cancelled, nothing is pushed or popped
/// any more. If producers go on, only such a token is sure to end this loop.
///
/// - *Lifetime*: it refers to the token; make it for one call.
class while_waiting {
public:
    /// Refers to `cancellation`, which outlives it.
    explicit while_waiting(const cancel::token& cancellation) noexcept
        : cancellation_(cancellation) {}

    /// The token that was given to the constructor.
    [[nodiscard]] const cancel::token& token() const noexcept { return cancellation_; }

private:
    const cancel::token& cancellation_;
};

} // namespace tollgate::queue
