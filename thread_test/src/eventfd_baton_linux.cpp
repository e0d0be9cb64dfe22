// SPDX-License-Identifier: BSL-1.0
#include "eventfd_baton_linux.hpp"

#include "file_limit.hpp"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <sys/eventfd.h>

namespace tollgate::thread_test {

eventfd_baton::eventfd_baton(std::size_t members) {
    raise_file_limit(files_for(members));
    events_.reserve(members);
    for (std::size_t i = 0; i < members; ++i) {
        const int made = ::eventfd(0, EFD_CLOEXEC);
        if (made < 0) {
            throw std::system_error(errno, std::generic_category(), "eventfd");
        }
        events_.emplace_back(made);
    }
}

void eventfd_baton::wait(std::size_t member) {
    std::uint64_t count = 0;
    while (::read(events_[member].number(), &count, sizeof count) != sizeof count) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "read from an eventfd");
        }
    }
}

void eventfd_baton::pass(std::size_t to) {
    const std::uint64_t one = 1;
    while (::write(events_[to].number(), &one, sizeof one) != sizeof one) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "write to an eventfd");
        }
    }
}

} // namespace tollgate::thread_test
