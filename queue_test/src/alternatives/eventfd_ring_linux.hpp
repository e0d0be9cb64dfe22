// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <vector>

#include <sys/eventfd.h>
#include <unistd.h>

namespace tollgate::queue_test {

/// An eventfd as a counting semaphore: `acquire` waits while the count is 0. Each call is a system
/// call, whether a thread waits or not. Signals do not disturb it. Throws std::system_error.
class eventfd_semaphore {
public:
    explicit eventfd_semaphore(std::size_t count)
        : event_(::eventfd(static_cast<unsigned>(count), EFD_CLOEXEC | EFD_SEMAPHORE)) {
        expect(event_.number() >= 0, "eventfd");
    }

    void acquire() {
        std::uint64_t count_read = 0;
        while (::read(event_.number(), &count_read, sizeof count_read) != sizeof count_read) {
            expect(errno == EINTR, "read from an eventfd");
        }
    }
    void release() {
        const std::uint64_t increment = 1;
        while (::write(event_.number(), &increment, sizeof increment) != sizeof increment) {
            expect(errno == EINTR, "write to an eventfd");
        }
    }

private:
    static void expect(bool succeeded, const char* operation) {
        if (!succeeded) {
            throw std::system_error(errno, std::generic_category(), operation);
        }
    }

    posix::descriptor event_;
};

/// A ring with two eventfds as semaphores, for messages and for room, as in Dijkstra's bounded
/// buffer. Holds exactly `capacity`. A push makes two system calls, and so does a pop.
///
/// The semaphores keep producers and consumers out of each other's slots. So each side has its own
/// mutex, and a push and a pop copy at the same time.
template <class Message>
class eventfd_ring : public exact_capacity {
public:
    using message_type = Message;
    static constexpr bool single_producer_single_consumer = false;

    explicit eventfd_ring(std::size_t capacity) : slots_(capacity), messages_(0), room_(capacity) {}

    void push(const Message& message) {
        room_.acquire();
        {
            const std::lock_guard lock(in_.mutex);
            slots_[in_.next] = message;
            advance(in_);
        }
        messages_.release();
    }
    void pop(Message& message) {
        messages_.acquire();
        {
            const std::lock_guard lock(out_.mutex);
            message = slots_[out_.next];
            advance(out_);
        }
        room_.release();
    }

private:
    /// One side of the ring, on a cache line that the other side does not write to.
    struct alignas(64) side {
        std::mutex mutex;
        std::size_t next = 0;
    };

    void advance(side& end) { end.next = end.next + 1 == slots_.size() ? 0 : end.next + 1; }

    std::vector<Message> slots_;
    eventfd_semaphore messages_;
    eventfd_semaphore room_;
    side in_;
    side out_;
};

} // namespace tollgate::queue_test
