// SPDX-License-Identifier: BSL-1.0
#include "tally.hpp"

#include <fmt/format.h>

namespace tollgate::queue_test {

void tally::add_failures_to(std::vector<std::string>& failures, bool order_is_kept) const {
    if (damaged_ != 0) {
        failures.push_back(
            fmt::format("{} message(s) arrived in another shape than they were sent", damaged_));
    }
    if (order_is_kept && disordered_ != 0) {
        failures.push_back(fmt::format(
            "{} message(s) of one producer came after a later one, or twice", disordered_));
    }
}

void compare_heaps(const heap_of_numbers& in, const heap_of_numbers& out,
                   std::vector<std::string>& failures) {
    if (in.count != out.count) {
        failures.push_back(
            fmt::format("messages lost or doubled: {} sent, {} arrived", in.count, out.count));
    } else if (!(in == out)) {
        failures.push_back(fmt::format(
            "the checksums differ: as many messages arrived as were sent ({}), but others",
            in.count));
    }
}

} // namespace tollgate::queue_test
