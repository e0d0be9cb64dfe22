// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>

#include <climits>
#include <cstddef>

#include <unistd.h>

namespace tollgate::queue_test {

/// A POSIX pipe to which any thread writes, and from which it reads, whole messages. Signals do not
/// disturb it. Throws std::system_error.
class byte_pipe {
public:
    /// A pipe with room for at least `room` bytes, if the system grants it.
    explicit byte_pipe(std::size_t room);

    void write_whole(const void* message, std::size_t bytes);
    void read_whole(void* message, std::size_t bytes);

    /// The room in bytes; 0 if the system does not tell.
    [[nodiscard]] std::size_t room() const { return room_; }

    /// The longest message that is not mixed with those of other writers.
    static constexpr std::size_t longest_atomic = PIPE_BUF;

private:
    posix::pipe ends_;
    std::size_t room_ = 0;
};

/// A POSIX pipe: each push writes a whole message, each pop reads one. Messages of at most PIPE_BUF
/// bytes stay whole with several writers, and on Linux with several readers. Longer messages are
/// for one producer and one consumer.
///
/// On Linux a pipe holds pages, a power of two of them, and a message of at most a page lies in a
/// single page. The capacity is rounded up to full pages. An empty pipe takes that many messages; a
/// pipe in use takes up to a page less, because a page is free only when all its messages were
/// read.
template <class Message>
class pipe_queue {
public:
    using message_type = Message;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer =
        sizeof(Message) > byte_pipe::longest_atomic;

    /// 0 if the system does not tell.
    [[nodiscard]] static std::size_t holds(std::size_t requested) {
        return fit_into(byte_pipe(room_for(requested)).room());
    }

    explicit pipe_queue(std::size_t capacity) : pipe_(room_for(capacity)) {}

    void push(const Message& message) { pipe_.write_whole(&message, sizeof message); }
    void pop(Message& message) { pipe_.read_whole(&message, sizeof message); }

private:
    [[nodiscard]] static std::size_t page() {
        return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    }
    [[nodiscard]] static std::size_t room_for(std::size_t messages) {
        if (sizeof(Message) > page()) {
            return messages * sizeof(Message);
        }
        const std::size_t per_page = page() / sizeof(Message);
        return (messages + per_page - 1) / per_page * page();
    }
    [[nodiscard]] static std::size_t fit_into(std::size_t room) {
        if (sizeof(Message) > page()) {
            return room / sizeof(Message);
        }
        return room / page() * (page() / sizeof(Message));
    }

    byte_pipe pipe_;
};

} // namespace tollgate::queue_test
