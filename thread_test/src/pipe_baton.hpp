// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "needs.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace tollgate::thread_test {

/// A pipe for each member; the baton is an int, as in `perf bench sched pipe`. A signal does not
/// disturb it. Throws std::system_error.
class pipe_baton {
public:
    static constexpr const char* name = "pipe";
    static constexpr const char* unit = "one hand-off: write to return of read";

    explicit pipe_baton(std::size_t members) {
        raise_file_limit();
        pipes_ = std::vector<posix::pipe>(members);
    }

    void wait(std::size_t member) {
        int token = 0;
        while (::read(pipes_[member].read.number(), &token, sizeof token) != sizeof token) {
            if (errno != EINTR) {
                throw std::system_error(errno, std::generic_category(), "read from a pipe");
            }
        }
    }

    void pass(std::size_t to) {
        const int token = 1;
        while (::write(pipes_[to].write.number(), &token, sizeof token) != sizeof token) {
            if (errno != EINTR) {
                throw std::system_error(errno, std::generic_category(), "write to a pipe");
            }
        }
    }

private:
    std::vector<posix::pipe> pipes_;
};

} // namespace tollgate::thread_test
