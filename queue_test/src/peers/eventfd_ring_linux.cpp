// SPDX-License-Identifier: BSL-1.0
#include "eventfd_ring_linux.hpp"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <sys/eventfd.h>

namespace tollgate::queue_test {

namespace {

int make_event(std::size_t count) {
    const int made = ::eventfd(static_cast<unsigned>(count), EFD_CLOEXEC | EFD_SEMAPHORE);
    if (made < 0) {
        throw std::system_error(errno, std::generic_category(), "eventfd");
    }
    return made;
}

} // namespace

eventfd_semaphore::eventfd_semaphore(std::size_t count) : event_(make_event(count)) {}

void eventfd_semaphore::acquire() {
    std::uint64_t taken = 0;
    while (::read(event_.number(), &taken, sizeof taken) != sizeof taken) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "read from an eventfd");
        }
    }
}

void eventfd_semaphore::release() {
    const std::uint64_t one = 1;
    while (::write(event_.number(), &one, sizeof one) != sizeof one) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "write to an eventfd");
        }
    }
}

} // namespace tollgate::queue_test
