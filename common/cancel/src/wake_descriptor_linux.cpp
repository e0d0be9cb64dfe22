// SPDX-License-Identifier: BSL-1.0
#include "wake_descriptor.hpp"

#include <tollgate/sleep/race_detector.hpp>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <sys/eventfd.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

// The last of those that share it closes it; the counts of them do not order that for a detector.
namespace race_detector = sleep::race_detector;

wake_descriptor::wake_descriptor()
    : reading_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), writing_(reading_) {
    if (reading_ < 0) {
        throw std::system_error(errno, std::generic_category(), "eventfd");
    }
    race_detector::library_releases(this);
}

wake_descriptor::~wake_descriptor() {
    race_detector::library_acquires(this);
    ::close(reading_);
}

/// It fails only if the counter is full, and then it is readable. A signal does not interrupt what
/// does not block.
void wake_descriptor::wake() const noexcept {
    const std::uint64_t one = 1;
    race_detector::library_acquires(this);
    [[maybe_unused]] const auto written = ::write(writing_, &one, sizeof one);
    race_detector::library_releases(this);
}

void wake_descriptor::drain() const noexcept {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(reading_, &count, sizeof count);
    race_detector::library_releases(this);
}

} // namespace tollgate::cancel::detail
