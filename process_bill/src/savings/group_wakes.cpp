// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"

#include <fmt/format.h>

namespace tollgate::bill {
namespace {

/// The CPU time below which a woken thread did nothing, as a multiple of the price of a wait: the
/// thread also has to take the mutex, often after a further wait.
constexpr double nothing = 5;

} // namespace

found_savings group_wakes(const evidence& from) {
    found_savings all;
    for (const place& where : from.places) {
        const wait_counts& sum = where.sum;
        const std::optional<amount> one = cost_of_one(where);
        if (!one || sum.is_lock) {
            continue;
        }
        std::uint64_t group = 0;
        std::uint64_t in_vain = 0;
        std::uint64_t waits = 0;
        for (std::size_t i = 0; i < sum.used_after_group.size(); ++i) {
            group += sum.used_after_group[i];
            if (static_cast<double>(std::uint64_t{2} << i) <= nothing * one->value) {
                in_vain += sum.used_after_group[i];
                waits += sum.waits_after_group[i];
            }
        }
        if (group == 0 || in_vain * 2 < group || in_vain * 4 < sum.waits) {
            continue;
        }
        found_saving found{{}, &where};
        saving& content = found.content;
        content.id = "group_wakes";
        content.finding =
            fmt::format("{} are woken together: {} of {} wake-ups a second do next to nothing",
                        where.threads, from.a_second(in_vain), from.a_second(sum.waits));
        content.change = "wake only as many threads as can go on (notify_one)";
        content.means = "tollgate::queue::blocking_queue; std::counting_semaphore";
        content.cpus = *one * (static_cast<double>(waits) / from.ns());
        all.push_back(std::move(found));
    }
    return all;
}

} // namespace tollgate::bill
