// SPDX-License-Identifier: BSL-1.0
#include "cases.hpp"

#include "case_listing.hpp"

#include <utility>

namespace tollgate::timeout_test {

cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    case_listing to(chosen, machine);
    if (chosen.sweep.empty()) {
        add_receives_between_fibers(to);
        add_receives_between_threads(to);
        add_late_ones(to);
    }
    add_armed(to);
    return std::move(to).take();
}

} // namespace tollgate::timeout_test
