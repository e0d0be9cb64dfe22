// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>

#include <climits>
#include <cstddef>

#include <unistd.h>

namespace tollgate::queue_test {

/// A POSIX pipe of which whole messages are written and read, by any thread; a signal does not
/// disturb them. Throws std::system_error.
class byte_pipe {
public:
    /// With room for at least that many bytes, as far as the system can give it.
    explicit byte_pipe(std::size_t room);

    void write_whole(const void* message, std::size_t bytes);
    void read_whole(void* message, std::size_t bytes);

    /// The bytes there is room for, if the system tells; else 0.
    [[nodiscard]] std::size_t room() const { return room_; }

    /// The longest message that is not mixed with those of other writers.
    static constexpr std::size_t longest_atomic = PIPE_BUF;

private:
    posix::pipe ends_;
    std::size_t room_ = 0;
};

/// A POSIX pipe: each push is a write, each pop a read, of a whole message. Messages of at most
/// PIPE_BUF bytes are whole for several writers, and on Linux for several readers too; longer ones
/// are for one of each.
///
/// On Linux a pipe holds pages, a power of two of them, and a message of at most a page lies in
/// one; the capacity is rounded up to what fills them. That many go into an empty pipe: a page is
/// free again only when all of its messages were read, so a pipe in use takes in up to a page less.
template <class Message>
class pipe_queue {
public:
    using message_type = Message;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer =
        sizeof(Message) > byte_pipe::longest_atomic;

    /// 0 where the system does not tell.
    [[nodiscard]] static std::size_t holds(std::size_t asked) {
        return fit_into(byte_pipe(room_for(asked)).room());
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
