// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "queue_concepts.hpp"

#include <tollgate/sleep/relax.hpp>

#include <thread>

/// Two ways to make a queue that waits of one that only tries. Neither lets the thread sleep.
namespace tollgate::queue_test {

/// Tries again and again. Good only if every thread has a CPU of its own: one that has not burns
/// the time slice in which the other could make progress.
template <trying_queue_of Queue>
class spinning : public Queue {
public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        while (!this->try_push(message)) {
            sleep::relax();
        }
    }
    void pop(message_type& message) {
        while (!this->try_pop(message)) {
            sleep::relax();
        }
    }
};

/// Tries a hundred times, and from then on lets others run between two tries.
template <trying_queue_of Queue>
class yielding : public Queue {
public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        retry([&] { return this->try_push(message); });
    }
    void pop(message_type& message) {
        retry([&] { return this->try_pop(message); });
    }

private:
    static constexpr int tries_before_yielding = 100;

    template <class Try>
    static void retry(Try succeeds) {
        for (int i = 0; i < tries_before_yielding; ++i) {
            if (succeeds()) {
                return;
            }
            sleep::relax();
        }
        while (!succeeds()) {
            std::this_thread::yield();
        }
    }
};

} // namespace tollgate::queue_test
