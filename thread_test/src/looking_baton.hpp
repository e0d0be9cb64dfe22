// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <vector>

namespace tollgate::thread_test {

/// A baton whose waiters look for a while whether it has been passed, before they wait for it in
/// its own way. A hand-off that comes soon then does not have the cost of a sleep.
///
/// Everything is handed over by the baton alone. The word that a waiter looks at only says that the
/// wait will be short. A word that comes late, or that was meant for the turn before, costs time
/// and nothing else.
template <class Baton>
class looking_baton {
public:
    static constexpr std::chrono::microseconds looks_for{50};

    explicit looking_baton(std::size_t members) : baton_(members), passed_(members) {}

    void wait(std::size_t member) {
        std::atomic<bool>& passed = passed_[member].word;
        const auto until = std::chrono::steady_clock::now() + looks_for;
        while (!passed.load(std::memory_order_relaxed) &&
               std::chrono::steady_clock::now() < until) {
            sleep::relax();
        }
        passed.store(false, std::memory_order_relaxed);
        baton_.wait(member);
    }

    void pass(std::size_t to) {
        baton_.pass(to);
        passed_[to].word.store(true, std::memory_order_relaxed);
    }

private:
    struct alignas(64) slot {
        std::atomic<bool> word{false};
    };
    Baton baton_;
    std::vector<slot> passed_;
};

} // namespace tollgate::thread_test
