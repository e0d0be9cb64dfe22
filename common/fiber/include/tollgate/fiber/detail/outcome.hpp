// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>

#include <atomic>
#include <type_traits>

namespace tollgate::fiber::detail {

/// Which threads may end a wait: the waiting fiber's own thread, or any thread.
enum class sharing { one_thread, threads };

/// How a wait ended. It is settled once, by the first event, whatever the clock says when the
/// waiting fiber runs again.
template <sharing Sharing>
class outcome {
    using status = queue::status;

public:
    /// False if it is settled already.
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
