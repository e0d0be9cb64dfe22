// SPDX-License-Identifier: BSL-1.0
#include "pipe_queue.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::queue_test {

byte_pipe::byte_pipe(std::size_t room) : room_(make_room(ends_.write.number(), room)) {}

void byte_pipe::write_whole(const void* message, std::size_t bytes) {
    const char* rest = static_cast<const char*>(message);
    while (bytes > 0) {
        const ssize_t written = ::write(ends_.write.number(), rest, bytes);
        if (written >= 0) {
            rest += written;
            bytes -= static_cast<std::size_t>(written);
        } else if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "write to a pipe");
        }
    }
}

void byte_pipe::read_whole(void* message, std::size_t bytes) {
    char* rest = static_cast<char*>(message);
    while (bytes > 0) {
        const ssize_t taken = ::read(ends_.read.number(), rest, bytes);
        if (taken >= 0) {
            rest += taken;
            bytes -= static_cast<std::size_t>(taken);
        } else if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "read from a pipe");
        }
    }
}

#if defined(__linux__)

std::size_t make_room(int pipe_end, std::size_t bytes) {
    const std::size_t asked = std::min<std::size_t>(bytes, INT_MAX);
    const int granted = ::fcntl(pipe_end, F_SETPIPE_SZ, static_cast<int>(asked));
    if (granted < 0) {
        throw std::system_error(errno, std::generic_category(), "fcntl F_SETPIPE_SZ");
    }
    return static_cast<std::size_t>(granted);
}

#else

std::size_t make_room(int /*pipe_end*/, std::size_t /*bytes*/) {
    return 0;
}

#endif

} // namespace tollgate::queue_test
