// SPDX-License-Identifier: BSL-1.0
#include "wait_for_descriptors.hpp"

#include <algorithm>
#include <limits>

namespace tollgate::cancel::detail {

int wait_for_descriptors(std::span<pollfd> entries,
                         std::chrono::steady_clock::time_point deadline) noexcept {
    using std::chrono::ceil;
    using std::chrono::milliseconds;
    using std::chrono::steady_clock;
    const auto count = static_cast<nfds_t>(entries.size());
    if (deadline == steady_clock::time_point::max()) {
        return ::poll(entries.data(), count, -1);
    }
    // Longer than poll can wait: once more, and again.
    for (;;) {
        const milliseconds left =
            deadline <= steady_clock::time_point()
                ? milliseconds(0)
                : std::max(milliseconds(0), ceil<milliseconds>(deadline - steady_clock::now()));
        constexpr milliseconds most(std::numeric_limits<int>::max());
        const int ready =
            ::poll(entries.data(), count, static_cast<int>(std::min(left, most).count()));
        if (ready != 0 || left <= most) {
            return ready;
        }
    }
}

} // namespace tollgate::cancel::detail
