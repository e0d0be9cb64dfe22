// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/measure/hidden.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tollgate::liveness_test {

/// The CPU's counter as checkpoints read it: ordered with nothing.
struct unfenced_counter {
    [[nodiscard]] static std::int64_t now() noexcept {
        return static_cast<std::int64_t>(liveness::detail::read_counter());
    }
};

/// A subject (subjects.hpp) that reads a clock.
template <class Clock>
class clock_reading {
public:
    class ground {
    public:
        explicit ground(const setup& /*none*/) {}
        [[nodiscard]] std::string wrong(std::size_t /*one*/, std::uint64_t times) const {
            if (readings != times) {
                return "readings lost or invented";
            }
            return last >= first ? std::string{} : "the clock went back";
        }

        std::int64_t first = 0;
        std::int64_t last = 0;
        std::uint64_t readings = 0;
    };

    explicit clock_reading(ground& on) : ground_(&on), last_(Clock::now()) { on.first = last_; }
    void once() {
        last_ = Clock::now();
        ++readings_;
        measure::used();
    }
    void stay() {
        ground_->last = last_;
        ground_->readings = readings_;
    }

private:
    ground* ground_;
    std::int64_t last_;
    std::uint64_t readings_ = 0;
};

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

/// A subject (subjects.hpp) that passes checkpoints into such a history.
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
