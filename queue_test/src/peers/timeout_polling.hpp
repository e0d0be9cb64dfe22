// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "locked_ring.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tollgate::queue_test {

/// Looks every 100 ms whether it is still wanted. Any thread may stop it, and those that wait
/// notice within that time.
class alive_polling {
public:
    static constexpr std::chrono::milliseconds period{100};

    template <class Predicate>
    bool operator()(std::condition_variable& condition, std::unique_lock<std::mutex>& lock,
                    Predicate holds) const {
        while (!holds()) {
            if (!alive_.load(std::memory_order_relaxed)) {
                return false;
            }
            condition.wait_for(lock, period);
        }
        return true;
    }

    void stop() { alive_.store(false, std::memory_order_relaxed); }

private:
    std::atomic<bool> alive_ = true;
};

/// The queue of the textbooks with what one writes to be able to stop a thread that waits in it: a
/// timeout and a flag. Holds exactly `capacity`.
template <class Message>
using timeout_polling = locked_ring<Message, alive_polling>;

} // namespace tollgate::queue_test
