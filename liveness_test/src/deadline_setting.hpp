// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "word_list.hpp"

#include <tollgate/measure/hidden.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::liveness_test {

/// A deadline in one word, as Chromium's watcher of hangs has it: a clock reading and a
/// compare-and-swap when the scope begins, a compare-and-swap when it ends.
class deadline_setting {
public:
    struct alignas(128) word {
        std::atomic<std::uint64_t> deadline{0}; ///< 0: none
        std::uint64_t set = 0;                  ///< the thread's own

        std::uint64_t exchange(std::uint64_t next) {
            std::uint64_t seen = deadline.load(std::memory_order_relaxed);
            while (!deadline.compare_exchange_weak(seen, next)) {
            }
            return seen;
        }
        [[nodiscard]] const char* wrong(std::uint64_t times) const {
            return set == times + 1 && deadline != 0 ? nullptr : "deadlines lost or invented";
        }
    };
    using ground = word_list<word>;
    static constexpr double about_ns = 40;

    explicit deadline_setting(ground& on) : mine_(&on.add()) {}
    void once() {
        word& mine = *measure::hidden(mine_);
        const std::uint64_t before = begin(mine);
        measure::used();
        mine.set += mine.exchange(before) != 0 ? 1 : 0;
    }
    void stay() {
        begin(*mine_);
        ++mine_->set;
    }

private:
    static std::uint64_t begin(word& mine) {
        const auto at = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        return mine.exchange(static_cast<std::uint64_t>(at.time_since_epoch().count()));
    }

    word* mine_;
};

} // namespace tollgate::liveness_test
