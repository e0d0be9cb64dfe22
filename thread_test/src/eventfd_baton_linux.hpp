// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "needs.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <vector>

#include <sys/eventfd.h>
#include <unistd.h>

namespace tollgate::thread_test {

/// An eventfd for each member. A signal does not disturb it. Throws std::system_error.
class eventfd_baton {
public:
    static constexpr const char* name = "eventfd";
    static constexpr const char* unit = "one hand-off: write to return of read";

    explicit eventfd_baton(std::size_t members) {
        raise_file_limit();
        events_.reserve(members);
        for (std::size_t i = 0; i < members; ++i) {
            const int made = ::eventfd(0, EFD_CLOEXEC);
            if (made < 0) {
                throw std::system_error(errno, std::generic_category(), "eventfd");
            }
            events_.emplace_back(made);
        }
    }

    void wait(std::size_t member) {
        std::uint64_t count = 0;
        while (::read(events_[member].number(), &count, sizeof count) != sizeof count) {
            if (errno != EINTR) {
                throw std::system_error(errno, std::generic_category(), "read from an eventfd");
            }
        }
    }

    void pass(std::size_t to) {
        const std::uint64_t one = 1;
        while (::write(events_[to].number(), &one, sizeof one) != sizeof one) {
            if (errno != EINTR) {
                throw std::system_error(errno, std::generic_category(), "write to an eventfd");
            }
        }
    }

private:
    std::vector<posix::descriptor> events_;
};

} // namespace tollgate::thread_test
