// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "word_list.hpp"

#include <tollgate/measure/hidden.hpp>

#include <atomic>
#include <cstdint>

namespace tollgate::liveness_test {

/// A flag that the watchdog takes away and the thread puts back, as Envoy's guard dog has it: a
/// load, and a compare-and-swap once a period of the watchdog. Here nobody takes it away, so one is
/// all there is; how often a thread has come by, nobody could tell.
class touching {
public:
    struct alignas(128) word {
        std::atomic<bool> touched{false};
        std::uint64_t set = 0; ///< the thread's own

        [[nodiscard]] const char* wrong(std::uint64_t times) const {
            const bool right = times == 0 ? !touched && set == 0 : touched && set == 1;
            return right ? nullptr : "touches lost or invented";
        }
    };
    using ground = word_list<word>;
    static constexpr double about_ns = 1;

    explicit touching(ground& on) : mine_(&on.add()) {}
    void once() {
        word& mine = *measure::hidden(mine_);
        if (!mine.touched.load(std::memory_order_relaxed)) {
            bool clear = false;
            mine.set += mine.touched.compare_exchange_strong(clear, true) ? 1 : 0;
        }
        measure::used();
    }
    void stay() {}

private:
    word* mine_;
};

} // namespace tollgate::liveness_test
