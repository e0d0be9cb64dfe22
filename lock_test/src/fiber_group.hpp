// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/mutex.hpp>
#include <boost/fiber/operations.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace tollgate::lock_test {

/// Fibers of one thread that contend, in place of threads. The member `threads` is the number of
/// fibers, as in `contenders`.
struct fiber_group {
    std::size_t threads = 1;
    cpu::assignment where;

    measure::loop_report
    run(const operation_counts& counted, std::size_t /*metered*/,
        const std::function<void(std::size_t, measure::loop_member&)>& work) const {
        return contenders{1, where}.run(counted, 1, [&](std::size_t, measure::loop_member& thread) {
            std::vector<boost::fibers::fiber> running;
            running.reserve(threads);
            for (std::size_t i = 0; i < threads; ++i) {
                running.emplace_back([&, i] { work(i, thread); });
            }
            for (boost::fibers::fiber& each : running) {
                each.join();
            }
        });
    }
};

/// A fiber runs until it waits. So fibers meet at a mutex only if the holder yields. This mutex
/// yields after it was locked, and after it was unlocked.
class yielding_fiber_mutex {
public:
    static constexpr const char* name = "boost_fiber_mutex";

    void lock() {
        mutex_.lock();
        boost::this_fiber::yield();
    }
    bool try_lock() { return mutex_.try_lock(); }
    void unlock() {
        mutex_.unlock();
        boost::this_fiber::yield();
    }

private:
    boost::fibers::mutex mutex_;
};

} // namespace tollgate::lock_test
