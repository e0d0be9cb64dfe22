// SPDX-License-Identifier: BSL-1.0
#include "pipe_queue.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::queue_test {

byte_pipe::byte_pipe([[maybe_unused]] std::size_t room) {
#if defined(__linux__)
    const auto requested = static_cast<int>(std::min<std::size_t>(room, INT_MAX));
    const int granted = ::fcntl(ends_.write.number(), F_SETPIPE_SZ, requested);
    if (granted < 0) {
        throw std::system_error(errno, std::generic_category(), "fcntl F_SETPIPE_SZ");
    }
    room_ = static_cast<std::size_t>(granted);
#endif
}

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
        const ssize_t count = ::read(ends_.read.number(), rest, bytes);
        if (count >= 0) {
            rest += count;
            bytes -= static_cast<std::size_t>(count);
        } else if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "read from a pipe");
        }
    }
}

} // namespace tollgate::queue_test
