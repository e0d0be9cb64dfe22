// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "refusing_kernel_linux.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/fence/heavy_fence.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace tollgate::cancel {

class counting final : public cancellation_handler {
public:
    ~counting() = default;
    void cancel() override { ++runs; }
    std::atomic<int> runs{0};
};

inline void register_often(const token& with, int times = 64) {
    counting any;
    for (int each = 0; each < times; ++each) {
        cancellation_guard(with, any).release();
    }
}

/// Whether everything works, of tokens of any policy, between two threads.
inline bool works(policy how) {
    const cancellation_source leader(how);
    const auto source = cancellation_source::following_with(how, leader);
    const sourced_token own = source.get_token();
    counting one;
    register_often(own);
    std::atomic<bool> registered{false};
    std::thread canceller([&] {
        while (!registered) {
            std::this_thread::yield();
        }
        leader.cancel();
    });
    cancellation_guard guard(own, one);
    registered = true;
    const bool woken = sleep_for(std::chrono::minutes(1), own) == wait_status::cancelled;
    canceller.join();
    return woken && one.runs == 1 && guard.release() == release_result::ran &&
           cancellation_guard(own, one).is_cancelled() && one.runs == 1;
}

inline bool all_policies_work() {
    return works(policy::symmetric) && works(policy::asymmetric) && works(policy::adaptive);
}

/// Calls of membarrier in which somebody is fenced.
template <class Cancelled>
int fences_of(Cancelled& which) {
    const int before = kernel::fences;
    which.cancel();
    return kernel::fences - before;
}

/// Something that needs heavy fences.
class heavy_fence : public testing::Test {
protected:
    void SetUp() override {
        if (!fence::heavy_fence_granted()) {
            GTEST_SKIP() << "membarrier is refused";
        }
    }
};

} // namespace tollgate::cancel
