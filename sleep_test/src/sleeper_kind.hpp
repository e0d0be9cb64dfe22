// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "channel_sleeper.hpp"
#include "condvar_sleeper.hpp"

#include <tollgate/sleep/parker.hpp>

#if defined(__linux__)
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#endif

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace tollgate::sleep_test {

/// The ways of sleeping that are compared, the reference first.
enum class sleeper_kind { parker, parker_spin, condvar, channel, eventfd };

inline constexpr std::array all_sleepers{sleeper_kind::parker, sleeper_kind::parker_spin,
                                         sleeper_kind::condvar, sleeper_kind::channel,
                                         sleeper_kind::eventfd};

/// The word in a case's name.
[[nodiscard]] constexpr std::string_view to_string(sleeper_kind which) {
    constexpr std::array<std::string_view, all_sleepers.size()> words{
        "parker", "parker_spin", "condvar", "channel", "eventfd"};
    return words[static_cast<std::size_t>(which)];
}

/// False where this system has no such thing.
[[nodiscard]] constexpr bool available([[maybe_unused]] sleeper_kind which) {
#if defined(__linux__)
    return true;
#else
    return which != sleeper_kind::eventfd;
#endif
}

/// Calls `use` with the type of an available sleeper, in a std::type_identity.
template <class Use>
void visit(sleeper_kind which, Use&& use) {
    switch (which) {
    case sleeper_kind::parker:
        return use(std::type_identity<sleep::parker>{});
    case sleeper_kind::parker_spin:
        return use(std::type_identity<sleep::precise_parker>{});
    case sleeper_kind::condvar:
        return use(std::type_identity<condvar_sleeper>{});
    case sleeper_kind::channel:
        return use(std::type_identity<channel_sleeper>{});
    case sleeper_kind::eventfd:
#if defined(__linux__)
        return use(std::type_identity<sleep::eventfd_sleeper>{});
#else
        return;
#endif
    }
}

} // namespace tollgate::sleep_test
