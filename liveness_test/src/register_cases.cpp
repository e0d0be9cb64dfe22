// SPDX-License-Identifier: BSL-1.0
//
// What it costs to begin to be watched, and to end.
#include "crew_cases.hpp"
#include "listing.hpp"
#include "registering.hpp"
#include "stamping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace tollgate::liveness_test {

void add_registrations(bench::case_table& to) {
    const parameters own{{"impl", "tollgate"}};
    const crew_question asked{"register", "registering, with a first checkpoint, and deregistering",
                              own};
    add_crews<registering>(to, asked, own, asked_of_crews::everything);
    const auto& threads = to.chosen().numbers.at("threads");
    if (std::find(threads.begin(), threads.end(), 1U) != threads.end()) {
        add_block<registering_nested>(to, crew_key("register_nested", own, 1),
                                      "the same within another scope",
                                      crew_key("register", own, 1));
    }
    add_crews<deadline_setting>(to, asked, {{"impl", "deadline_scope"}},
                                asked_of_crews::cost_of_small_ones);
    add_crews<listing<single_stamp>>(to, asked, {{"impl", "locked_list"}},
                                     asked_of_crews::cost_of_small_ones);
}

void add_full_cycles(bench::case_table& to) {
    const auto key_of = [](const char* impl, std::uint64_t checkpoints) {
        return measure::case_key("liveness/full_cycle",
                                 {{"impl", impl}, {"checkpoints", checkpoints}});
    };
    for (const std::uint64_t checkpoints : {100, 1'000, 10'000}) {
        const std::string unit =
            fmt::format("registering, {} checkpoints, and deregistering", checkpoints);
        const setup how{liveness::stamps::coarse, checkpoints};
        const measure::case_key own = key_of("tollgate", checkpoints);
        add_block<cycling, 1>(to, own, unit, own, how);
        add_block<listing<stamped_history>, 1>(to, key_of("clock_stamp", checkpoints), unit, own,
                                               how);
    }
}

} // namespace tollgate::liveness_test
