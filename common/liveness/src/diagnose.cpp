// SPDX-License-Identifier: BSL-1.0
#include "diagnose.hpp"

#include <algorithm>
#include <cstdio>

namespace tollgate::liveness::detail {
namespace {

using std::chrono::nanoseconds;

bool is_in(std::string_view states, char run_state) {
    return states.find(run_state) != std::string_view::npos;
}

diagnosis blocked(const thread_sample& now) {
    diagnosis found;
    found.state = thread_state::blocked;
    found.wait_channel = now.wait_channel;
    return found;
}

/// The diagnosis from the counters of the two samples, if they allow one.
std::optional<diagnosis> from_counters(const thread_sample& before, const thread_sample& after) {
    const nanoseconds window = after.at - before.at;
    if (window < shortest_window || !before.ran || !after.ran || !before.waited_for_cpu ||
        !after.waited_for_cpu || *after.ran < *before.ran ||
        *after.waited_for_cpu < *before.waited_for_cpu) {
        return std::nullopt;
    }
    const nanoseconds ran = *after.ran - *before.ran;
    const nanoseconds waited = *after.waited_for_cpu - *before.waited_for_cpu;
    nanoseconds wanted = ran + waited;
    if (before.run_state == 'R' && after.run_state == 'R') {
        wanted = std::max(wanted, window);
    }
    const bool is_runnable = 2 * wanted >= window;
    diagnosis found;
    if (!is_runnable) {
        found = blocked(after);
    } else {
        found.state = 5 * ran < wanted ? thread_state::starved : thread_state::spinning;
    }
    found.observed = window;
    found.ran = ran;
    found.waited_for_cpu = is_runnable ? wanted - ran : waited;
    return found;
}

} // namespace

std::optional<thread_sample> sample_from(std::string_view stat, const std::string& schedstat,
                                         const std::string& wchan) {
    const std::size_t end_of_name = stat.rfind(')');
    if (end_of_name == std::string_view::npos || end_of_name + 2 >= stat.size()) {
        return std::nullopt;
    }
    thread_sample found;
    found.run_state = stat[end_of_name + 2];
    long long ran = 0;
    long long waited = 0;
    long long times_on_cpu = 0;
    if (std::sscanf(schedstat.c_str(), "%lld %lld %lld", &ran, &waited, &times_on_cpu) == 3 &&
        times_on_cpu != 0) {
        found.ran = nanoseconds(ran);
        found.waited_for_cpu = nanoseconds(waited);
    }
    found.wait_channel = wchan == "0" ? "" : wchan;
    return found;
}

diagnosis diagnose(const std::optional<thread_sample>& before,
                   const std::optional<thread_sample>& after) {
    constexpr std::string_view gone = "XxZ";
    constexpr std::string_view stopped = "Tt";
    constexpr std::string_view waiting = "SDI"; // I: an idle wait in the kernel
    diagnosis found;
    if (!after) {
        return found;
    }
    if (const bool is_gone = is_in(gone, after->run_state);
        is_gone || is_in(stopped, after->run_state)) {
        found.state = is_gone ? thread_state::gone : thread_state::stopped;
        return found;
    }
    if (before && !is_in(gone, before->run_state)) {
        if (const auto counted = from_counters(*before, *after)) {
            return *counted;
        }
    }
    return is_in(waiting, after->run_state) ? blocked(*after) : found;
}

} // namespace tollgate::liveness::detail
