// SPDX-License-Identifier: BSL-1.0
#include "receive_counts.hpp"

#include <fmt/format.h>

#include <utility>

namespace tollgate::timeout_test {

receive_counts operator-(const receive_counts& after, const receive_counts& before) {
    return {after.receives - before.receives, after.clock_readings - before.clock_readings,
            after.queue_operations - before.queue_operations,
            after.dispatcher_passes - before.dispatcher_passes};
}

std::optional<std::string> receive_counts::exceeds(std::uint64_t receives_for_one) const {
    const std::pair<const char*, std::uint64_t> counts[] = {
        {clock_readings_name, clock_readings},
        {queue_operations_name, queue_operations},
        {dispatcher_passes_name, dispatcher_passes}};
    for (const auto& [name, times] : counts) {
        if (times * receives_for_one > receives) {
            return fmt::format("{} {} in {} receives: more than one in {}", times, name, receives,
                               receives_for_one);
        }
    }
    return std::nullopt;
}

void counted_receives::add_to(measure::loop_report& report) {
    if (!seen_) {
        seen_ = count_();
    }
    report.counted[receives_name] = seen_->receives;
    report.counted[clock_readings_name] = seen_->clock_readings;
    report.counted[queue_operations_name] = seen_->queue_operations;
    report.counted[dispatcher_passes_name] = seen_->dispatcher_passes;
    if (seen_->receives == 0) {
        report.failures.emplace_back("no receive was counted");
    } else if (sparing_) {
        if (auto what = seen_->exceeds(receives_for_each)) {
            report.failures.push_back(std::move(*what));
        }
    }
}

} // namespace tollgate::timeout_test
