// SPDX-License-Identifier: BSL-1.0
#include "pipe_baton.hpp"

#include "file_limit.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include <unistd.h>

namespace tollgate::thread_test {

pipe_baton::pipe_baton(std::size_t members) {
    raise_file_limit(files_for(members));
    pipes_.reserve(members);
    for (std::size_t i = 0; i < members; ++i) {
        std::array<int, 2> made{};
        if (::pipe(made.data()) != 0) {
            throw std::system_error(errno, std::generic_category(), "pipe");
        }
        pipes_.push_back({measure::descriptor(made[0]), measure::descriptor(made[1])});
    }
}

void pipe_baton::wait(std::size_t member) {
    int token = 0;
    while (::read(pipes_[member].read.number(), &token, sizeof token) != sizeof token) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "read from a pipe");
        }
    }
}

void pipe_baton::pass(std::size_t to) {
    const int token = 1;
    while (::write(pipes_[to].write.number(), &token, sizeof token) != sizeof token) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "write to a pipe");
        }
    }
}

} // namespace tollgate::thread_test
