// SPDX-License-Identifier: BSL-1.0
#include "wake_descriptor.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

wake_descriptor::wake_descriptor() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    for (const int end : ends) {
        ::fcntl(end, F_SETFL, O_NONBLOCK);
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    reading_ = ends[0];
    writing_ = ends[1];
}

wake_descriptor::~wake_descriptor() {
    ::close(reading_);
    ::close(writing_);
}

/// It fails only if the pipe is full, and then it is readable.
void wake_descriptor::wake() const noexcept {
    const char one = 1;
    [[maybe_unused]] const auto written = ::write(writing_, &one, sizeof one);
}

void wake_descriptor::drain() const noexcept {
    std::array<char, 64> some{};
    while (::read(reading_, some.data(), some.size()) > 0) {
    }
}

} // namespace tollgate::cancel::detail
