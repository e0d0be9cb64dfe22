// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>
#include <tollgate/report/text.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

/// Parts of what is said of a run. A text is a line or more, or empty. All pure.

/// Whether the interval of its ratio says how large it is: no end is more than twice it, or less
/// than half.
[[nodiscard]] bool tells_its_size(const measure::comparison& pair);

/// "fiber/yield and 3 more". Precondition: there is one.
[[nodiscard]] std::string first_and_more(const std::vector<std::string_view>& names);

/// What there is to say of single cases: a slope that disagrees, events that were repeated or
/// early, samples off the scale, and by what a value was divided.
[[nodiscard]] std::vector<std::string> case_remarks(const std::vector<measure::case_result>& cases);

/// The clock, how many of the reference loops were fast, how far CPUs were from each other, and in
/// how many batches time was stolen, or the CPU taken or slowed.
[[nodiscard]] std::string machine_text(const result& run, extent how_much);

} // namespace tollgate::report
