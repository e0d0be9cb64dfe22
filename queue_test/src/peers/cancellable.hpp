// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "locked_ring.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <condition_variable>
#include <mutex>

namespace tollgate::queue_test {

/// Waits until the token of the calling thread is cancelled. Registers only if it has to wait.
struct cancellable_waiting {
    template <class Predicate>
    bool operator()(std::condition_variable& condition, std::unique_lock<std::mutex>& lock,
                    Predicate holds, const cancel::token& cancellation) const {
        return cancel::wait(condition, lock, holds, cancellation);
    }
};

/// The queue of the textbooks with waits that a token ends. Holds exactly `capacity`.
template <class Message>
using cancellable = locked_ring<Message, cancellable_waiting>;

} // namespace tollgate::queue_test
