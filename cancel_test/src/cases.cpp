// SPDX-License-Identifier: BSL-1.0
#include "cases.hpp"

#include "listing.hpp"

#include <utility>

namespace tollgate::cancel_test {

cli::sweep_axis tokens_axis() {
    return {"tokens", {1, 1'000'000}, "1,10,100,1000", "cancel() over the tokens of its source"};
}

cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    listing to{chosen, machine, {}};
    if (chosen.sweep.empty()) {
        add_costs_of_tokens(to);
    }
    add_cancellations(to);
    if (chosen.sweep.empty()) {
        add_returns(to);
    }
    return std::move(to.list);
}

} // namespace tollgate::cancel_test
