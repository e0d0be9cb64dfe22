// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace tollgate::testing {

/// A load on all CPUs during the lifetime of the object. The number of threads is the number of
/// CPUs that the process may use, plus 1. The threads spin, and sometimes yield.
///
///     const testing::load load;
class load {
public:
    load() {
        const std::size_t threads = cpu::read_topology().threads.size() + 1;
        threads_.reserve(threads);
        while (threads_.size() < threads) {
            threads_.emplace_back([this] { spin(); });
        }
    }
    ~load() {
        over_ = true;
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }
    load(const load&) = delete;
    load& operator=(const load&) = delete;

private:
    void spin() const {
        for (std::uint64_t turns = 1; !over_.load(std::memory_order_relaxed); ++turns) {
            sleep::relax();
            if (turns % 1'000 == 0) {
                std::this_thread::yield();
            }
        }
    }

    std::atomic<bool> over_{false};
    std::vector<std::thread> threads_;
};

} // namespace tollgate::testing
