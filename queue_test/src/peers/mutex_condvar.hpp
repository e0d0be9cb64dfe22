// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "locked_ring.hpp"

#include <condition_variable>
#include <mutex>

namespace tollgate::queue_test {

/// Waits, and for nothing else.
struct plain_waiting {
    template <class Predicate>
    bool operator()(std::condition_variable& condition, std::unique_lock<std::mutex>& lock,
                    Predicate holds) const {
        condition.wait(lock, holds);
        return true;
    }
};

/// The queue of the textbooks: one mutex, two condition variables, a ring of exactly `capacity`.
template <class Message>
using mutex_condvar = locked_ring<Message, plain_waiting>;

} // namespace tollgate::queue_test
