// SPDX-License-Identifier: BSL-1.0
#include "wake_pipe.hpp"

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

/// One descriptor for both ends: half as many, and no writer ever meets a pipe without a reader,
/// which would be a SIGPIPE. Where there is no /proc, it stays two.
wake_pipe open_wake_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe2");
    }
    const std::string name = "/proc/thread-self/fd/" + std::to_string(ends[0]);
    const int both = ::open(name.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (both < 0) {
        return {ends[0], ends[1]};
    }
    ::close(ends[0]);
    ::close(ends[1]);
    return {both, both};
}

} // namespace tollgate::cancel::detail
