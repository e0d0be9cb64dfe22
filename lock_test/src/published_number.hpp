// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tollgate::lock_test {

/// A number that one thread stores, and that other threads read all the time. A store releases, and
/// a read acquires, as if the number published other data.
///
/// Self-checks: a reader never sees a smaller number than before; the last number is the number of
/// stores.
class published_number {
public:
    struct shape {};

    published_number(const shape&, std::size_t /*threads*/) {}

    class member {
    public:
        member(published_number& all, std::size_t self) : all_(all), stores_(self == 0) {}

        void operate() { all_.number_.store(++last_, std::memory_order_release); }
        void accompany() {
            const std::uint64_t now = all_.number_.load(std::memory_order_acquire);
            went_back_ = went_back_ || now < last_;
            last_ = now;
        }
        void end(std::uint64_t operations) {
            if (stores_) {
                all_.stores_ = operations;
            } else if (went_back_) {
                all_.went_back_.store(true, std::memory_order_relaxed);
            }
        }

    private:
        published_number& all_;
        bool stores_;
        bool went_back_ = false;
        std::uint64_t last_ = 0;
    };

    void add_to(measure::loop_report& report) const {
        if (went_back_.load(std::memory_order_relaxed)) {
            report.failures.emplace_back("a reader saw an older store after a newer one");
        }
        if (number_.load(std::memory_order_relaxed) != stores_) {
            report.failures.emplace_back("a store was lost");
        }
    }

private:
    alignas(apart) std::atomic<std::uint64_t> number_{0};
    alignas(apart) std::uint64_t stores_ = 0;
    std::atomic<bool> went_back_{false};
};

} // namespace tollgate::lock_test
