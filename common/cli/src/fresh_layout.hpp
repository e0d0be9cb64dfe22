// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>
#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <string_view>

namespace tollgate::cli {

/// The process of a single batch is told this in place of its arms.
inline constexpr std::string_view own_layout = "@";

/// Each batch with a value runs in a process of its own, with an address layout and an environment
/// of its own; the samples are taken here. A process takes some 10 ms. `chosen` and `watch` must
/// outlive it. It is not for the clock that reads the counter, because each process would calibrate
/// that anew.
[[nodiscard]] explain::intervention fresh_layout(const program& what, const options& chosen,
                                                 const measure::measured_case& control,
                                                 signals& watch);

/// The case as the process of a single batch measures it: it reports where its stack is.
[[nodiscard]] measure::measured_case telling_its_layout(const measure::measured_case& control);

} // namespace tollgate::cli
