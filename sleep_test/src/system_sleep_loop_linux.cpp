// SPDX-License-Identifier: BSL-1.0
#include "system_sleep_loop_linux.hpp"

#include "cpu_pieces.hpp"
#include "timeout_loop.hpp"

#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

namespace tollgate::sleep_test {
namespace {

/// The moments of the steady clock are those of CLOCK_MONOTONIC.
void sleep_until(std::chrono::steady_clock::time_point deadline) {
    const auto whole = std::chrono::floor<std::chrono::seconds>(deadline);
    const timespec until{static_cast<std::time_t>(whole.time_since_epoch().count()),
                         static_cast<long>(std::chrono::nanoseconds(deadline - whole).count())};
    int error = EINTR;
    while (error == EINTR) {
        error = ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
    }
    if (error != 0) {
        throw std::system_error(error, std::generic_category(), "clock_nanosleep");
    }
}

} // namespace

measure::loop_report
system_sleep_loop::operator()(measure::event_probe<clock::chosen_clock>& probe) const {
    using clock = std::chrono::steady_clock;
    measure::loop_report report;
    cpu_pieces<> sleeps;
    const measure::thread_meter meter;
    while (probe.wanted() && report.failures.empty()) {
        const auto time =
            probe.warming_up() ? std::min(interval, measure::longest_warm_up) : interval;
        const auto begun = probe.begin();
        const clock::time_point deadline = clock::now() + time;
        sleeps.add([&] { sleep_until(deadline); });
        const auto ended = probe.end();
        if (const auto now = clock::now(); now < deadline) {
            report.failures.push_back(ended_early(deadline - now));
        }
        probe.add(begun, ended);
    }
    meter.add_to(report);
    report.probe_calls = {probe.events()};
    report.metered = probe.events();
    set_cpu_time(report, sleeps.mean_ns());
    return report;
}

} // namespace tollgate::sleep_test
