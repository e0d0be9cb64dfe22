// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/adaptive_parker.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/sleeper.hpp>
#include <tollgate/sleep/table_word.hpp>
#if defined(__linux__)
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#endif

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace tollgate::sleep {

using spinning_parker = basic_parker<spin>;
using table_parker = basic_parker<park, table_word>;

/// All sleepers, for typed checks.
#if defined(__linux__)
using all_sleepers = ::testing::Types<parker, precise_parker, spinning_parker, table_parker,
                                      adaptive_parker, eventfd_sleeper>;
#else
using all_sleepers =
    ::testing::Types<parker, precise_parker, spinning_parker, table_parker, adaptive_parker>;
#endif

/// Sleepers that the sleeping thread may destroy as soon as it is woken.
using short_lived_sleepers =
    ::testing::Types<parker, precise_parker, spinning_parker, table_parker>;

struct sleeper_name {
    template <class Sleeper>
    static std::string GetName(int /*index*/) {
        if (std::is_same_v<Sleeper, parker>) {
            return "parker";
        }
        if (std::is_same_v<Sleeper, precise_parker>) {
            return "precise_parker";
        }
        if (std::is_same_v<Sleeper, spinning_parker>) {
            return "spinning_parker";
        }
        if (std::is_same_v<Sleeper, adaptive_parker>) {
            return "adaptive_parker";
        }
        return std::is_same_v<Sleeper, table_parker> ? "table_parker" : "eventfd_sleeper";
    }
};

} // namespace tollgate::sleep
