// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "batons.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace tollgate::thread_test {

template <class Tuple>
struct types_of;
template <class... Baton>
struct types_of<std::tuple<Baton...>> {
    using types = ::testing::Types<Baton...>;
};
using all_batons = types_of<batons>::types;

/// The baton's name in the names of the checks.
struct baton_name {
    template <class Baton>
    static std::string GetName(int /*index*/) {
        return Baton::name;
    }
};

/// Whether each member needs its own CPU; otherwise hand-offs take scheduler quanta.
template <class Baton>
inline constexpr bool spins = place_for<Baton>() == needs::own_cpus;

} // namespace tollgate::thread_test
