// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"
#include "sequence_lock.hpp"
#include "steps.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tollgate::lock_test {

/// Reads of data under a sequence lock. An operation ends when a read was not disturbed. A thread
/// that accompanies the reader writes, and then pauses for some steps.
///
/// Self-check: the two numbers of a read belong together.
template <class SequenceLock = sequence_lock>
class sequence_reads {
public:
    struct shape {};

    /// The pause of the writer, about 0.5 µs. Without a pause, the reader would hardly ever
    /// succeed.
    static constexpr std::uint64_t pause = 400;

    sequence_reads(const shape&, std::size_t /*threads*/) { lock_.write({0, ~std::uint64_t{0}}); }

    class member {
    public:
        member(sequence_reads& all, std::size_t /*self*/) : all_(all) {}

        void operate() {
            auto numbers = all_.lock_.try_read();
            for (; !numbers; numbers = all_.lock_.try_read()) {
                ++repeated_;
            }
            torn_ += numbers->second == ~numbers->first ? 0 : 1;
        }
        void accompany() {
            ++written_;
            all_.lock_.write({written_, ~written_});
            work(pause);
        }
        void end(std::uint64_t /*operations*/) {
            all_.repeated_.fetch_add(repeated_, std::memory_order_relaxed);
            all_.torn_.fetch_add(torn_, std::memory_order_relaxed);
        }

    private:
        sequence_reads& all_;
        std::uint64_t written_ = 0;
        std::uint64_t repeated_ = 0;
        std::uint64_t torn_ = 0;
    };

    void add_to(measure::loop_report& report) const {
        report.counted[counts::repeated] += repeated_.load(std::memory_order_relaxed);
        if (torn_.load(std::memory_order_relaxed) != 0) {
            report.failures.emplace_back("a sequence read returned a half-made write");
        }
    }

private:
    alignas(apart) SequenceLock lock_;
    alignas(apart) std::atomic<std::uint64_t> repeated_{0};
    std::atomic<std::uint64_t> torn_{0};
};

} // namespace tollgate::lock_test
