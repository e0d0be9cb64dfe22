// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace tollgate::lock_test {

/// How a thread adds one to a counter. `plain` loads and stores, and is right only if no other
/// thread writes this counter.
enum class update { fetch_add, compare_exchange, plain };

/// One counter for all threads, or a counter for each thread. The threads read nothing from each
/// other through the counters, so the operations are relaxed.
///
/// Self-check: the sum of the counters is the sum of what the threads counted.
template <update How>
class counters {
public:
    struct shape {
        /// The bytes from a thread's counter to that of the next thread: 0 (all threads have the
        /// same counter) or a multiple of 8.
        std::size_t apart_bytes;
    };

    counters(const shape& laid_out, std::size_t threads)
        : slots_(laid_out.apart_bytes / sizeof(std::atomic<std::uint64_t>)),
          number_of_lines_(slots_ * (threads - 1) / slots_in_line + 1),
          lines_(std::make_unique<line[]>(number_of_lines_)) {}

    class member {
    public:
        member(counters& all, std::size_t self) : all_(all), own_(all.slot(all.slots_ * self)) {}

        void operate() {
            if constexpr (How == update::fetch_add) {
                own_.fetch_add(1, std::memory_order_relaxed);
            } else {
                std::uint64_t now = own_.load(std::memory_order_relaxed);
                if constexpr (How == update::plain) {
                    own_.store(now + 1, std::memory_order_relaxed);
                } else {
                    while (!own_.compare_exchange_weak(now, now + 1, std::memory_order_relaxed)) {
                    }
                }
            }
        }
        void end(std::uint64_t operations) {
            all_.operations_.fetch_add(operations, std::memory_order_relaxed);
        }

    private:
        counters& all_;
        std::atomic<std::uint64_t>& own_;
    };

    void add_to(measure::loop_report& report) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < number_of_lines_ * slots_in_line; ++i) {
            sum += slot(i).load(std::memory_order_relaxed);
        }
        const std::uint64_t due = operations_.load(std::memory_order_relaxed);
        if (sum != due) {
            report.failures.push_back("counts lost: the threads counted " + std::to_string(due) +
                                      ", the counters have " + std::to_string(sum));
        }
    }

private:
    static constexpr std::size_t slots_in_line = apart / sizeof(std::atomic<std::uint64_t>);
    struct alignas(apart) line {
        std::atomic<std::uint64_t> slots[slots_in_line]{};
    };

    std::atomic<std::uint64_t>& slot(std::size_t index) {
        return lines_[index / slots_in_line].slots[index % slots_in_line];
    }

    std::size_t slots_; ///< from a thread's counter to the next
    std::size_t number_of_lines_;
    std::unique_ptr<line[]> lines_;
    std::atomic<std::uint64_t> operations_{0};
};

} // namespace tollgate::lock_test
