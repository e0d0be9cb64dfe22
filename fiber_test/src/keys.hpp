// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "schedulers.hpp"

#include <tollgate/measure/case_key.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tollgate::fiber_test {

using parameters = std::vector<measure::parameter>;

/// "fiber/yield/impl:tollgate/fibers:4". A run has at most one of Boost's schedulers, whose cases
/// have no such parameter.
inline measure::case_key key_under(scheduler kind, const char* path, parameters others) {
    if (kind == scheduler::tollgate) {
        others.insert(others.begin(), {"impl", "tollgate"});
    }
    return {std::string("fiber/") + path, std::move(others)};
}

/// Boost's channel under a scheduler: "fiber/unbuffered_channel/impl:boost/scheduler:tollgate".
inline measure::case_key channel_key(scheduler kind) {
    const char* const name = kind == scheduler::tollgate ? "tollgate" : "boost";
    return {"fiber/unbuffered_channel", {{"impl", "boost"}, {"scheduler", name}}};
}

} // namespace tollgate::fiber_test
