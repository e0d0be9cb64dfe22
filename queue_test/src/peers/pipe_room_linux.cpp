// SPDX-License-Identifier: BSL-1.0
#include "byte_pipe.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <system_error>

#include <fcntl.h>

namespace tollgate::queue_test {

std::size_t make_room(int pipe_end, std::size_t bytes) {
    const std::size_t asked = std::min<std::size_t>(bytes, INT_MAX);
    const int granted = ::fcntl(pipe_end, F_SETPIPE_SZ, static_cast<int>(asked));
    if (granted < 0) {
        throw std::system_error(errno, std::generic_category(), "fcntl F_SETPIPE_SZ");
    }
    return static_cast<std::size_t>(granted);
}

} // namespace tollgate::queue_test
