// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>

#include <atomic>
#include <type_traits>

namespace tollgate::fiber::detail {

/// The threads that may end a wait: only the thread of the waiting fiber, or any thread.
enum class sharing { one_thread, threads };

/// The result of a wait. The first event that ends the wait settles the result. The result then
/// stays the same, even if the deadline has passed when the waiting fiber runs again.
template <sharing Sharing>
class outcome {
    using status = queue::status;

public:
    /// Makes `ending` the result. Returns false, without effect, if the result was settled before.
    bool settle(status ending) noexcept {
        if constexpr (Sharing == sharing::threads) {
            status before = undecided;
            return value_.compare_exchange_strong(before, ending, std::memory_order_relaxed);
        } else {
            if (value_ != undecided) {
                return false;
            }
            value_ = ending;
            return true;
        }
    }

    [[nodiscard]] status value() const noexcept { return value_; }

private:
    /// No wait ends with this status.
    static constexpr status undecided = status::empty;

    std::conditional_t<Sharing == sharing::threads, std::atomic<status>, status> value_{undecided};
};

} // namespace tollgate::fiber::detail
