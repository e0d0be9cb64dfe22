// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>

#include <atomic>
#include <type_traits>

namespace tollgate::fiber::detail {

/// Who may end a wait: fibers of the waiting one's own thread, or any thread.
enum class sharing { one_thread, threads };

/// How a wait ended, which is settled once: what comes first is right, whatever the clock says
/// by the time the waiter runs again.
template <sharing How>
class outcome {
    using status = queue::status;

public:
    /// False if it is settled already.
    bool settle(status how) noexcept {
        if constexpr (How == sharing::threads) {
            status before = undecided;
            return is_.compare_exchange_strong(before, how, std::memory_order_relaxed);
        } else {
            if (is_ != undecided) {
                return false;
            }
            is_ = how;
            return true;
        }
    }

    [[nodiscard]] status is() const noexcept { return is_; }

private:
    /// No wait ends so.
    static constexpr status undecided = status::empty;

    std::conditional_t<How == sharing::threads, std::atomic<status>, status> is_{undecided};
};

} // namespace tollgate::fiber::detail
