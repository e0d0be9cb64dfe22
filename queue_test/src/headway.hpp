// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tollgate::queue_test {

/// The progress of each member of a loop. Each member has a cache line of its own, which only it
/// writes; a thread that checks whether anything moves reads them all.
class headway {
public:
    explicit headway(std::size_t members)
        : members_(members), counts_(std::make_unique<count[]>(members)) {}

    void set(std::size_t member, std::uint64_t done) {
        counts_[member].done.store(done, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t sum(std::size_t first, std::size_t end) const {
        std::uint64_t all = 0;
        for (std::size_t i = first; i < end; ++i) {
            all += counts_[i].done.load(std::memory_order_relaxed);
        }
        return all;
    }
    [[nodiscard]] std::uint64_t sum() const { return sum(0, members_); }

private:
    struct alignas(64) count {
        std::atomic<std::uint64_t> done{0};
    };

    std::size_t members_;
    std::unique_ptr<count[]> counts_;
};

} // namespace tollgate::queue_test
