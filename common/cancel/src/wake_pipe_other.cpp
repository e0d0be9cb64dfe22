// SPDX-License-Identifier: BSL-1.0
#include "wake_pipe.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

wake_pipe open_wake_pipe() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    for (const int end : ends) {
        ::fcntl(end, F_SETFL, O_NONBLOCK);
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    return {ends[0], ends[1]};
}

} // namespace tollgate::cancel::detail
