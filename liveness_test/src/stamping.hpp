// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/measure/hidden.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tollgate::liveness_test {

/// A history whose every entry has the time of day, all in sequentially consistent stores: what the
/// thread monitor did that this one goes back to.
struct alignas(128) stamped_history {
    static constexpr std::size_t length = 16;
    struct entry {
        std::atomic<std::uint32_t> id{0};
        std::atomic<std::int64_t> at{0};
    };

    std::array<entry, length> ring;
    std::atomic<std::uint64_t> head{0};
    std::atomic<std::int64_t> last{0};
    std::atomic<bool> reported{true};

    void pass(std::uint32_t id) {
        const std::int64_t now = std::chrono::system_clock::now().time_since_epoch().count();
        const std::uint64_t passed = head.load(std::memory_order_relaxed);
        entry& mine = ring[passed % length];
        mine.id.store(id);
        mine.at.store(now);
        head.store(passed + 1);
        last.store(now);
        reported.store(false);
    }
    [[nodiscard]] const char* wrong(std::uint64_t times) const {
        const entry& newest = ring[(head - 1) % length];
        const bool right = head == times && (times == 0 || (newest.at == last && !reported));
        return right ? nullptr : "checkpoints lost or invented";
    }
};

/// A subject (block_loop.hpp) that passes checkpoints into such a history.
class stamping {
public:
    using ground = word_list<stamped_history>;
    static constexpr double about_ns = 60;

    explicit stamping(ground& on) : mine_(&on.add()) {}
    void once() {
        measure::hidden(mine_)->pass(next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    stamped_history* mine_;
};

} // namespace tollgate::liveness_test
