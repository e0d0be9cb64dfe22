// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/descriptor.hpp>

#include <array>
#include <climits>
#include <cstddef>

namespace tollgate::queue_test {

/// A POSIX pipe of which whole messages are written and read, by any thread; a signal does not
/// disturb them. Throws std::system_error.
class byte_pipe {
public:
    /// Asks the kernel for room for so many bytes.
    explicit byte_pipe(std::size_t room);

    void write_whole(const void* message, std::size_t bytes);
    void read_whole(void* message, std::size_t bytes);

    /// The bytes there is room for, if the system tells; else 0.
    [[nodiscard]] std::size_t room() const { return room_; }

    /// The longest message that is not mixed with those of other writers.
    static constexpr std::size_t longest_atomic = PIPE_BUF;

private:
    explicit byte_pipe(std::array<int, 2> ends, std::size_t room);

    measure::descriptor read_end_;
    measure::descriptor write_end_;
    std::size_t room_;
};

/// Gives the pipe room for at least so many bytes, as far as the system can, and returns how much
/// it has; 0 if the system does not tell. Throws std::system_error.
std::size_t make_room(int pipe_end, std::size_t bytes);

} // namespace tollgate::queue_test
