// SPDX-License-Identifier: BSL-1.0
#include "sleeper_kind.hpp"

namespace tollgate::sleep_test {
namespace {

constexpr std::array<std::string_view, all_sleepers.size()> names{"parker", "parker_spin",
                                                                  "condvar", "channel", "eventfd"};

} // namespace

std::string_view to_string(sleeper_kind which) {
    return names[static_cast<std::size_t>(which)];
}

std::optional<sleeper_kind> parse_sleeper(std::string_view text) {
    for (const sleeper_kind which : all_sleepers) {
        if (text == to_string(which)) {
            return which;
        }
    }
    return std::nullopt;
}

bool available(sleeper_kind which) {
#if defined(__linux__)
    static_cast<void>(which);
    return true;
#else
    return which != sleeper_kind::eventfd;
#endif
}

} // namespace tollgate::sleep_test
