// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "needs.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <cstddef>
#include <vector>

namespace tollgate::thread_test {

using make_ring = measure::measured_case (*)(const measure::case_key& key, std::size_t threads,
                                             const cpu::assignment& where);

/// A baton as a value.
struct baton_kind {
    const char* name;
    needs place;
    std::size_t files; ///< open files of each member
    make_ring ring;
    make_ring spin_first_ring; ///< with spin_first_baton; null if it needs a place
};

/// All batons, in the order of the table.
[[nodiscard]] std::vector<baton_kind> all_batons();

} // namespace tollgate::thread_test
