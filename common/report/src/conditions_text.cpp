// SPDX-License-Identifier: BSL-1.0
#include "case_remarks.hpp"
#include "machine_text.hpp"
#include "precision_text.hpp"

#include <tollgate/report/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {
namespace {

std::string proofs(const result& seen) {
    std::string failures;
    for (const measure::case_result& one : seen.cases) {
        for (const std::string& failure : one.record.failures) {
            failures += fmt::format("  - {}: {}\n", one.record.key.name(), failure);
        }
    }
    for (const std::string& failure : seen.failures) {
        failures += fmt::format("  - {}\n", failure);
    }
    for (const measure::case_result& twin : seen.twins) {
        for (const std::string& failure : twin.record.failures) {
            failures +=
                fmt::format("  - {} (its second run): {}\n", twin.record.key.name(), failure);
        }
    }
    if (!failures.empty()) {
        return "proofs of work: FAILED, no figure of this run is worth anything\n" + failures;
    }
    if (std::all_of(seen.cases.begin(), seen.cases.end(),
                    [](const auto& one) { return one.summary.rounds == 0; })) {
        return "proofs of work: none, no round was measured\n";
    }
    std::uint64_t backwards = 0;
    for (const auto& [record, summary] : seen.cases) {
        // An event may be early: what was expected of it is taken off.
        if (record.valued_by == measure::method::unobserved_loop) {
            backwards += summary.early;
        }
    }
    return fmt::format("proofs of work: all held (turns accounted for and shared evenly, no "
                       "interval missing, {} impossible samples, threads where they were put)\n",
                       backwards);
}

std::string listed(std::string_view what, const std::vector<std::string>& lines) {
    std::string text = lines.empty() ? "" : fmt::format("{}:\n", what);
    for (const std::string& line : lines) {
        text += fmt::format("  - {}\n", line);
    }
    return text;
}

std::string each_one(std::string_view what, const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += fmt::format("{}: {}\n", what, line);
    }
    return text;
}

/// Without a line for the title.
std::string first_few(std::string_view what, const std::vector<std::string>& lines) {
    constexpr std::size_t few = 2;
    // To say of one that it is left out would take its line.
    const std::size_t shown = lines.size() > few + 1 ? few : lines.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        text += fmt::format("{}: {}\n", what, lines[i]);
    }
    return shown == lines.size()
               ? text
               : text + fmt::format("{}: and {} more, all in the file that --json writes\n", what,
                                    lines.size() - shown);
}

} // namespace

std::string conditions_text(const result& seen, extent how_much) {
    std::vector<std::string> remarks = case_remarks(seen.cases);
    std::vector<std::string> unavailable;
    std::vector<std::string> given_up;
    for (const unavailable_case& one : seen.unavailable) {
        (one.failed ? given_up : unavailable)
            .push_back(fmt::format("{}: {}", one.key.name(), one.reason));
    }
    if (how_much == extent::brief) {
        // The first few are what is read.
        remarks.insert(remarks.begin(), seen.notes.begin(), seen.notes.end());
        return proofs(seen) + noise_text(seen, how_much) + speed_text(seen, how_much) +
               stopping_text(seen) + precision_text(seen) + first_few("failed", given_up) +
               each_one("guest", seen.guests) + first_few("remark", remarks) +
               first_few("not available here", unavailable);
    }
    remarks.insert(remarks.end(), seen.notes.begin(), seen.notes.end());
    return proofs(seen) + noise_text(seen, how_much) + clock_text(seen.clock) +
           speed_text(seen, how_much) + disturbances_text(seen) + stopping_text(seen) +
           precision_text(seen) + listed("failed", given_up) + listed("guests", seen.guests) +
           listed("remarks", remarks) + listed("not available here", unavailable);
}

std::string full_text(const result& seen) {
    return classical_text(seen) + case_table(seen) + comparison_text(seen) + conditions_text(seen) +
           environment_text(seen.environment, false);
}

} // namespace tollgate::report
