// SPDX-License-Identifier: BSL-1.0
#include "wake_descriptor.hpp"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <sys/eventfd.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

wake_descriptor::wake_descriptor()
    : reading_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), writing_(reading_) {
    if (reading_ < 0) {
        throw std::system_error(errno, std::generic_category(), "eventfd");
    }
}

wake_descriptor::~wake_descriptor() {
    ::close(reading_);
}

/// It fails only if the counter is full, and then it is readable. A signal does not interrupt what
/// does not block.
void wake_descriptor::wake() const noexcept {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(writing_, &one, sizeof one);
}

void wake_descriptor::drain() const noexcept {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(reading_, &count, sizeof count);
}

} // namespace tollgate::cancel::detail
