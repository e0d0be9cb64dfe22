// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "schedulers.hpp"
#include "stack_cache.hpp"

#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tollgate::fiber_test {

/// What the rings are made of. `add` takes each case, and the key of the case that it is compared
/// with.
struct static_rings {
    std::vector<scheduler> schedulers;
    std::vector<std::uint64_t> fibers;
    stack_cache stacks;
    std::optional<int> cpu;
    std::function<void(measure::measured_case, const measure::case_key&)> add;
};

} // namespace tollgate::fiber_test

/// Adds rings of yields over Boost.Fiber's static library. The linker puts that library into one
/// object with the loops, apart from the shared library that the rest of the program uses; see
/// CMakeLists.txt.
extern "C" void tollgate_add_static_rings(const tollgate::fiber_test::static_rings& request);
