// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <thread>

namespace tollgate::bill::planted {

void false_sharing(version which) {
    constexpr std::uint64_t increments = 50'000'000;
    struct alignas(128) counters {
        std::atomic<std::uint64_t> values[32];
    };
    counters counts{};
    const auto count = [&](std::size_t at) {
        for (std::uint64_t i = 0; i < increments; ++i) {
            counts.values[at].fetch_add(1, std::memory_order_relaxed);
        }
    };
    std::thread other([&] { count(which == version::wasteful ? 1 : 16); });
    count(0);
    other.join();
}

} // namespace tollgate::bill::planted
