// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <vector>

namespace tollgate::thread_test {

/// A baton whose waiters spin for a while before they wait as the baton does. Then a hand-off that
/// comes soon does not cost a sleep.
///
/// The baton alone hands over. The word on which a waiter spins is only a hint that the wait will
/// be short. A hint that comes late, or belongs to the previous hand-off, costs time and nothing
/// else.
template <class Baton>
class spin_first_baton {
public:
    static constexpr std::chrono::microseconds spin_time{50};

    explicit spin_first_baton(std::size_t members) : baton_(members), passed_(members) {}

    void wait(std::size_t member) {
        std::atomic<bool>& passed = passed_[member].hint;
        const auto until = std::chrono::steady_clock::now() + spin_time;
        while (!passed.load(std::memory_order_relaxed) &&
               std::chrono::steady_clock::now() < until) {
            sleep::relax();
        }
        passed.store(false, std::memory_order_relaxed);
        baton_.wait(member);
    }

    void pass(std::size_t to) {
        baton_.pass(to);
        passed_[to].hint.store(true, std::memory_order_relaxed);
    }

private:
    struct alignas(64) slot {
        std::atomic<bool> hint{false};
    };
    Baton baton_;
    std::vector<slot> passed_;
};

} // namespace tollgate::thread_test
