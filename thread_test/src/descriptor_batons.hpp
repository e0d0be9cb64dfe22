// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "needs.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <vector>

#if defined(__linux__)
#include <sys/eventfd.h>
#endif
#include <unistd.h>

namespace tollgate::thread_test {

/// A descriptor pair for each member; a hand-off writes and reads a `token`. Signals do not disturb
/// it. Throws std::system_error.
template <class Kind>
class descriptor_baton {
public:
    static constexpr const char* name = Kind::name;
    static constexpr const char* unit = "one hand-off: write to return of read";
    static constexpr std::size_t files = Kind::files;

    explicit descriptor_baton(std::size_t members) {
        raise_file_limit();
        kinds_ = std::vector<Kind>(members);
    }

    void wait(std::size_t member) {
        token received = 0;
        while (::read(kinds_[member].read_end(), &received, sizeof received) != sizeof received) {
            expect_signal("read");
        }
    }

    void pass(std::size_t to) {
        const token sent = 1;
        while (::write(kinds_[to].write_end(), &sent, sizeof sent) != sizeof sent) {
            expect_signal("write");
        }
    }

private:
    using token = typename Kind::token;

    static void expect_signal(const char* call) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), call);
        }
    }

    std::vector<Kind> kinds_;
};

/// A pipe; the baton is an int, as in `perf bench sched pipe`.
struct token_pipe {
    static constexpr const char* name = "pipe";
    static constexpr std::size_t files = 2;
    using token = int;

    [[nodiscard]] int read_end() const { return ends.read.number(); }
    [[nodiscard]] int write_end() const { return ends.write.number(); }

    posix::pipe ends;
};
using pipe_baton = descriptor_baton<token_pipe>;

#if defined(__linux__)

struct token_event {
    static constexpr const char* name = "eventfd";
    static constexpr std::size_t files = 1;
    using token = std::uint64_t;

    token_event() : event(::eventfd(0, EFD_CLOEXEC)) {
        if (event.number() < 0) {
            throw std::system_error(errno, std::generic_category(), "eventfd");
        }
    }
    [[nodiscard]] int read_end() const { return event.number(); }
    [[nodiscard]] int write_end() const { return event.number(); }

    posix::descriptor event;
};
using eventfd_baton = descriptor_baton<token_event>;

#endif

} // namespace tollgate::thread_test
