// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

namespace tollgate::thread_test {

/// A word for each member, which is 1 while the member has the baton, and std::atomic::wait. The
/// library's wait polls for a while before it sleeps; the measured time includes that.
class atomic_wait_baton {
public:
    static constexpr const char* name = "atomic_wait";
    static constexpr const char* unit = "one hand-off: notify_one to return of wait";

    explicit atomic_wait_baton(std::size_t members) : words_(members) {}

    void wait(std::size_t member) {
        std::atomic<int>& word = words_[member].full;
        while (word.load(std::memory_order_acquire) == 0) {
            word.wait(0, std::memory_order_acquire);
        }
        word.store(0, std::memory_order_relaxed);
    }

    void pass(std::size_t to) {
        std::atomic<int>& word = words_[to].full;
        // Sequentially consistent, because libstdc++ 12 then checks for waiters with a plain load.
        // That load may pass a release store, and miss the waiter.
        word.store(1, std::memory_order_seq_cst);
        word.notify_one();
    }

private:
    struct alignas(64) slot {
        std::atomic<int> full{0};
    };
    std::vector<slot> words_;
};

} // namespace tollgate::thread_test
