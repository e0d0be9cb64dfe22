// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "schedulers.hpp"

#include <tollgate/measure/case_key.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tollgate::fiber_test {

using parameters = std::vector<measure::parameter>;

/// "fiber/yield/impl:tollgate/fibers:4". Boost's schedulers, one of which there is in a run, go
/// without a word of their own.
inline measure::case_key key_under(scheduler which, const char* what, parameters of) {
    if (which == scheduler::tollgate) {
        of.insert(of.begin(), {"impl", "tollgate"});
    }
    return {std::string("fiber/") + what, std::move(of)};
}

} // namespace tollgate::fiber_test
