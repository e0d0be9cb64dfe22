// SPDX-License-Identifier: BSL-1.0
#include "wait_for_descriptors.hpp"

#include <algorithm>
#include <ctime>

namespace tollgate::cancel::detail {

int wait_for_descriptors(std::span<pollfd> entries,
                         std::chrono::steady_clock::time_point deadline) noexcept {
    using std::chrono::floor;
    using std::chrono::nanoseconds;
    using std::chrono::seconds;
    if (deadline == std::chrono::steady_clock::time_point::max()) {
        return ::ppoll(entries.data(), entries.size(), nullptr, nullptr);
    }
    const nanoseconds left =
        deadline <= std::chrono::steady_clock::time_point() // a difference could overflow
            ? nanoseconds(0)
            : std::max(nanoseconds(0), deadline - std::chrono::steady_clock::now());
    const auto whole = floor<seconds>(left);
    const timespec time{static_cast<std::time_t>(whole.count()),
                        static_cast<long>((left - whole).count())};
    return ::ppoll(entries.data(), entries.size(), &time, nullptr);
}

} // namespace tollgate::cancel::detail
