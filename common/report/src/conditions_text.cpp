// SPDX-License-Identifier: BSL-1.0
#include "run_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace tollgate::report {
namespace {

using lines = std::vector<std::string>;

std::string proofs(const result& seen) {
    std::string failures;
    const auto add = [&](const std::vector<measure::case_result>& all, std::string_view which) {
        for (const measure::case_result& one : all) {
            for (const std::string& failure : one.record.failures) {
                failures += fmt::format("  - {}{}: {}\n", one.record.key.name(), which, failure);
            }
        }
    };
    add(seen.cases, "");
    for (const std::string& failure : seen.failures) {
        failures += fmt::format("  - {}\n", failure);
    }
    add(seen.twins, " (its second run)");
    if (!failures.empty()) {
        return "proofs of work: FAILED, no figure of this run is worth anything\n" + failures;
    }
    std::uint64_t rounds = 0;
    std::uint64_t backwards = 0;
    for (const auto& [record, summary] : seen.cases) {
        rounds += summary.rounds;
        // An event may be early: what was expected of it is taken off.
        if (record.valued_by == measure::method::unobserved_loop) {
            backwards += summary.early;
        }
    }
    if (rounds == 0) {
        return "proofs of work: none, no round was measured\n";
    }
    return fmt::format("proofs of work: all held (turns accounted for and shared evenly, no "
                       "interval missing, {} impossible samples, threads where they were put)\n",
                       backwards);
}

std::string listed(std::string_view title, const lines& all) {
    std::string text = all.empty() ? "" : fmt::format("{}:\n", title);
    for (const std::string& line : all) {
        text += fmt::format("  - {}\n", line);
    }
    return text;
}

/// So many of them, each with the title, and how many more there are.
std::string first_of(std::string_view title, const lines& all, std::size_t most) {
    // To say of one that it is left out would take its line.
    const std::size_t shown = all.size() > most + 1 ? most : all.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        text += fmt::format("{}: {}\n", title, all[i]);
    }
    return shown == all.size()
               ? text
               : text + fmt::format("{}: and {} more, all in the file that --json writes\n", title,
                                    all.size() - shown);
}

} // namespace

std::string conditions_text(const result& seen, extent how_much) {
    lines remarks = case_remarks(seen.cases);
    lines unavailable;
    lines given_up;
    for (const unavailable_case& one : seen.unavailable) {
        (one.failed ? given_up : unavailable)
            .push_back(fmt::format("{}: {}", one.key.name(), one.reason));
    }
    if (how_much == extent::brief) {
        // The first few are what is read.
        constexpr std::size_t few = 2;
        remarks.insert(remarks.begin(), seen.notes.begin(), seen.notes.end());
        return proofs(seen) + noise_text(seen, how_much) + speed_text(seen, how_much) +
               stopping_text(seen) + precision_text(seen) + first_of("failed", given_up, few) +
               first_of("guest", seen.guests, seen.guests.size()) +
               first_of("remark", remarks, few) + first_of("not available here", unavailable, few);
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

std::string brief_text(const result& seen, const std::string& answer) {
    return classical_text(seen) + answer + (answer.empty() ? "" : "\n") + brief_table(seen) +
           conditions_text(seen, extent::brief) + environment_summary(seen.environment);
}

} // namespace tollgate::report
