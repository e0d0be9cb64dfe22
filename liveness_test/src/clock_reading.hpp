// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/liveness/detail/counter.hpp>
#include <tollgate/measure/hidden.hpp>

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

/// A subject (block_loop.hpp) that reads a clock.
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

} // namespace tollgate::liveness_test
