// SPDX-License-Identifier: BSL-1.0
#include "wait_for_descriptors.hpp"

#include <ctime>

namespace tollgate::cancel::detail {

int wait_for_descriptors(std::span<pollfd> entries, std::chrono::nanoseconds time) noexcept {
    const auto whole = std::chrono::floor<std::chrono::seconds>(time);
    const timespec left{static_cast<std::time_t>(whole.count()),
                        static_cast<long>((time - whole).count())};
    return ::ppoll(entries.data(), entries.size(), &left, nullptr);
}

} // namespace tollgate::cancel::detail
