// SPDX-License-Identifier: BSL-1.0
#include "wait_for_descriptors.hpp"

#include <ctime>

namespace tollgate::cancel::detail {

/// ppoll reports what was left of the time, which takes as long as a third of the call. poll does
/// not, and is good for whole milliseconds.
int wait_for_descriptors(std::span<pollfd> entries, std::chrono::nanoseconds time) noexcept {
    const auto whole = std::chrono::floor<std::chrono::milliseconds>(time);
    if (whole == time) {
        return ::poll(entries.data(), entries.size(), static_cast<int>(whole.count()));
    }
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    const timespec left{static_cast<std::time_t>(seconds.count()),
                        static_cast<long>((time - seconds).count())};
    return ::ppoll(entries.data(), entries.size(), &left, nullptr);
}

} // namespace tollgate::cancel::detail
