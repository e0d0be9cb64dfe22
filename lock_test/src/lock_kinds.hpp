// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"
#include "guarded.hpp"
#include "wait_loop.hpp"

#include <tollgate/measure/measured_case.hpp>

#include <vector>

namespace tollgate::lock_test {

/// A lock as a value.
struct lock_kind {
    const char* name;
    bool in_order; ///< see is_in_order
    measure::probed_loop (*exclusive)(const contenders& group, const effort& each);
    measure::measured_case (*wait)(const measure::case_key& key, const wait_settings& used);
};

/// No lock: only for one thread.
[[nodiscard]] lock_kind no_lock_kind();

/// All locks, in the order of the table.
[[nodiscard]] std::vector<lock_kind> all_locks();

} // namespace tollgate::lock_test
