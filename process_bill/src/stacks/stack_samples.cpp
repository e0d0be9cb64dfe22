// SPDX-License-Identifier: BSL-1.0
#include "stack_samples.hpp"

#include "system_calls.hpp"

#include <algorithm>

namespace tollgate::bill {

void stack_samples::sample(pid_t process, pid_t thread) {
    constexpr std::size_t most_sampled_places = 2'000;
    const auto call = reader_.read(process, thread);
    if (!call || call->frames.empty()) {
        return;
    }
    const place where{process, thread, call->system_call,
                      place_of_call(call->system_call, call->arguments[0])};
    if (seen_.size() >= most_sampled_places && !seen_.contains(where)) {
        return;
    }
    const std::size_t first = std::max<std::size_t>(call->own_frame, 1) - 1;
    const auto begin = call->own_frame == call->frames.size()
                           ? call->frames.begin()
                           : call->frames.begin() + static_cast<std::ptrdiff_t>(first);
    ++seen_[where][{begin, call->frames.end()}];
}

void stack_samples::append_to(observation& seen) const {
    for (const auto& [where, stacks] : seen_) {
        const auto& [process, thread, system_call, address] = where;
        for (const auto& [frames, count] : stacks) {
            seen.stacks.push_back({process, thread, system_call, address, frames, count});
        }
    }
    if (reader_.refused()) {
        seen.remarks.push_back(*reader_.refused());
    }
}

} // namespace tollgate::bill
