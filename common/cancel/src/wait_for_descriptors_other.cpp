// SPDX-License-Identifier: BSL-1.0
#include "wait_for_descriptors.hpp"

namespace tollgate::cancel::detail {

int wait_for_descriptors(std::span<pollfd> entries, std::chrono::nanoseconds time) noexcept {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(time);
    return ::poll(entries.data(), static_cast<nfds_t>(entries.size()),
                  static_cast<int>(left.count()));
}

} // namespace tollgate::cancel::detail
