// SPDX-License-Identifier: BSL-1.0
#include "diagnose.hpp"

#include <algorithm>

namespace tollgate::liveness::detail {
namespace {

using std::chrono::nanoseconds;

bool is_gone(char run_state) {
    return run_state == no_such_thread || run_state == 'x' || run_state == 'Z';
}

bool is_stopped(char run_state) {
    return run_state == 'T' || run_state == 't';
}

diagnosis blocked(const thread_sample& now) {
    diagnosis found;
    found.state = thread_state::blocked;
    found.wait_channel = now.wait_channel;
    return found;
}

diagnosis from_the_letter(const thread_sample& now) {
    switch (now.run_state) {
    case 'S':
    case 'D':
    case 'I': // an idle wait in the kernel
        return blocked(now);
    default:
        return {};
    }
}

struct growth {
    nanoseconds ran;
    nanoseconds waited;
};

std::optional<growth> growth_between(const thread_sample& before, const thread_sample& after) {
    if (!before.ran || !after.ran || !before.waited_for_cpu || !after.waited_for_cpu) {
        return std::nullopt;
    }
    const growth grown{*after.ran - *before.ran, *after.waited_for_cpu - *before.waited_for_cpu};
    if (grown.ran < nanoseconds::zero() || grown.waited < nanoseconds::zero()) {
        return std::nullopt;
    }
    return grown;
}

diagnosis from_growth(const thread_sample& before, const thread_sample& after, growth grown) {
    const nanoseconds window = after.at - before.at;
    nanoseconds wanted = grown.ran + grown.waited;
    if (before.run_state == 'R' && after.run_state == 'R') {
        wanted = std::max(wanted, window);
    }
    const bool is_runnable = 2 * wanted >= window;
    diagnosis found;
    if (!is_runnable) {
        found = blocked(after);
    } else if (5 * grown.ran < wanted) {
        found.state = thread_state::starved;
    } else {
        found.state = thread_state::spinning;
    }
    found.observed = window;
    found.ran = grown.ran;
    found.waited_for_cpu = is_runnable ? wanted - grown.ran : grown.waited;
    return found;
}

} // namespace

diagnosis diagnose(const std::optional<thread_sample>& before,
                   const std::optional<thread_sample>& after) {
    diagnosis found;
    if (!after) {
        return found;
    }
    if (is_gone(after->run_state)) {
        found.state = thread_state::gone;
        return found;
    }
    if (is_stopped(after->run_state)) {
        found.state = thread_state::stopped;
        return found;
    }
    if (before && !is_gone(before->run_state) && after->at - before->at >= shortest_window) {
        if (const auto grown = growth_between(*before, *after)) {
            return from_growth(*before, *after, *grown);
        }
    }
    return from_the_letter(*after);
}

} // namespace tollgate::liveness::detail
