// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"
#include "held.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tollgate::lock_test {

/// Reads and writes of two words under one lock. If readers can share the lock, they do.
///
/// The words are on two cache lines. So a half-made write lasts long enough to be seen, if the lock
/// does not exclude.
///
/// Self-checks: a reader never sees a half-made write, and no write is lost. The words are plain
/// data, so that a lock that does not exclude writers is a data race here. (A check has other
/// words.)
template <class Lock, class Word = std::uint64_t>
class reads_and_writes {
public:
    struct shape {
        std::uint64_t reads_pct; ///< how many of a hundred operations read
    };

    reads_and_writes(const shape& mix, std::size_t /*threads*/)
        : writes_pct_(100 - mix.reads_pct) {}

    class member {
    public:
        /// The threads do not begin their writes together.
        member(reads_and_writes& all, std::size_t self)
            : all_(all), writes_due_((self * first_shift) % 100) {}

        void operate() {
            writes_due_ += all_.writes_pct_;
            if (writes_due_ >= 100) {
                writes_due_ -= 100;
                ++writes_;
                all_.write();
            } else {
                torn_ += all_.read() ? 0 : 1;
            }
        }
        void end(std::uint64_t /*operations*/) {
            all_.writes_.fetch_add(writes_, std::memory_order_relaxed);
            all_.torn_.fetch_add(torn_, std::memory_order_relaxed);
        }

    private:
        static constexpr std::uint64_t first_shift = 37;

        reads_and_writes& all_;
        std::uint64_t writes_due_; ///< in hundredths of a write
        std::uint64_t writes_ = 0;
        std::uint64_t torn_ = 0;
    };

    void add_to(measure::loop_report& report) const {
        if (torn_.load(std::memory_order_relaxed) != 0) {
            report.failures.emplace_back("a reader saw a half-made write");
        }
        const std::uint64_t due = writes_.load(std::memory_order_relaxed);
        if (first_ != due || second_ != ~due) {
            report.failures.push_back("writes lost: the threads counted " + std::to_string(due) +
                                      ", the data has " + std::to_string(std::uint64_t{first_}));
        }
    }

private:
    void write() {
        const held<Lock> guard(lock_);
        const std::uint64_t next = first_ + 1;
        first_ = next;
        second_ = ~next;
    }
    /// Returns whether the two words belong together.
    bool read() {
        if constexpr (shareable<Lock>) {
            lock_.lock_shared();
            const bool together = second_ == ~first_;
            lock_.unlock_shared();
            return together;
        } else {
            const held<Lock> guard(lock_);
            return second_ == ~first_;
        }
    }

    alignas(apart) Lock lock_;
    alignas(apart) Word first_{0};
    alignas(apart) Word second_{~std::uint64_t{0}};
    alignas(apart) const std::uint64_t writes_pct_;
    std::atomic<std::uint64_t> writes_{0};
    std::atomic<std::uint64_t> torn_{0};
};

} // namespace tollgate::lock_test
