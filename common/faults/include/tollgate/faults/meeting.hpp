// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace tollgate::faults {

/// Two threads that race in rounds pass it together, and leave it within some nanoseconds. They
/// count how often, from 1.
class meeting {
public:
    void pass(std::uint32_t number) noexcept {
        here_.fetch_add(1);
        for (int looks = 0; here_.load() < 2 * number; ++looks) {
            if (looks > 2000) {
                std::this_thread::yield();
            }
        }
    }

private:
    std::atomic<std::uint32_t> here_{0};
};

/// Who comes first shifts from round to round.
inline void dawdle(std::uint32_t round, std::uint32_t step) {
    for (std::uint32_t spins = round / step % 32; spins > 0; --spins) {
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
}

} // namespace tollgate::faults
