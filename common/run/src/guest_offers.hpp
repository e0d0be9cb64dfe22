// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/run/guests.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tollgate::run {

/// Where that number of threads of a program of ours run, each CPU once and ascending: for one
/// thread and without a placement on one CPU. Empty: all; nothing: there is no such place. Pure, as
/// all below.
[[nodiscard]] std::optional<std::vector<int>>
cpus_of(const std::string& placement, std::size_t threads, const cpu::topology& machine);

/// The cases of a guest that have a question of ours, at each placement that our cases of it have,
/// for all numbers of members that were chosen, or else the number that the first of these has.
struct guest_offers {
    std::vector<guest_offer> beside;
    std::vector<std::string> alone; ///< "CASE of RUNTIME (QUESTION)", beside which none of ours is
};
[[nodiscard]] guest_offers offers_of(const guest::greeting& greeted, const case_list& all,
                                     const chosen_numbers& numbers, const cpu::topology& machine);

/// Why such a guest cannot stand beside these cases; nothing if it can.
[[nodiscard]] std::optional<std::string> why_refused(const std::string& runtime,
                                                     const std::vector<guest_offer>& offers,
                                                     const case_list& all);

[[nodiscard]] inline bool is_of_guest(const measure::measured_case& one) {
    return one.valued_by == measure::method::guest_batches;
}

/// Whether this is a case of ours that answers the same question at the same placement.
[[nodiscard]] bool is_beside(const measure::measured_case& ours, const measure::case_key& key);

/// The first of these: of as many members where there is one. Null: there is none.
[[nodiscard]] const measure::measured_case* first_beside(const case_list& all,
                                                         const report::guest_case& told);

} // namespace tollgate::run
