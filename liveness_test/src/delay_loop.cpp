// SPDX-License-Identifier: BSL-1.0
#include "delay_loop.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tollgate::liveness_test {
namespace {

using std::chrono::nanoseconds;
using kind = liveness::event::kind;

constexpr std::uint32_t going_on = 3;
constexpr nanoseconds longest_delay = std::chrono::seconds(10);
constexpr nanoseconds interrupt_check_interval = std::chrono::milliseconds(50);

std::ptrdiff_t count(const freeze& observed, kind wanted) {
    return std::count_if(observed.reports.begin(), observed.reports.end(),
                         [wanted](const liveness::event& event) { return event.type == wanted; });
}

} // namespace

std::string error_in(const freeze& observed) {
    if (count(observed, kind::frozen) != 1) {
        return fmt::format("a freeze was reported {} times", count(observed, kind::frozen));
    }
    if (observed.silent < observed.timeout) {
        return fmt::format("a freeze was reported {} ns early",
                           (observed.timeout - observed.silent).count());
    }
    if (observed.reports.front().silent_for > observed.timeout + observed.period) {
        return fmt::format("a freeze was reported {} ns late by the monitor's own time",
                           (observed.reports.front().silent_for - observed.timeout).count());
    }
    if (count(observed, kind::recovered) != 1 || observed.reports.size() != 2) {
        return fmt::format("the end of a freeze was reported {} times",
                           count(observed, kind::recovered));
    }
    for (const liveness::event& report : observed.reports) {
        if (report.name != scope_name || report.thread_id != observed.thread_id) {
            return "a report names another scope or thread";
        }
    }
    const liveness::event& first = observed.reports.front();
    if (first.checkpoints != 2 || first.history.size() != 2 ||
        first.history.back().id != next_checkpoint) {
        return "a report has other checkpoints than were passed";
    }
    return {};
}

freezer::freezer(liveness::settings options, stamps stamp, int sinks)
    : stamp_(std::move(stamp)),
      timeout_(options.default_timeouts.timeout),
      period_(options.period),
      registry_(with_sinks(std::move(options), sinks)) {}

liveness::settings freezer::with_sinks(liveness::settings options, int sinks) {
    for (int i = 0; i < sinks; ++i) {
        options.sinks.emplace_back([this](const liveness::event& report) { note(report); });
    }
    return options;
}

void freezer::note(const liveness::event& report) {
    const std::int64_t ended = stamp_.end();
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    if (report.type == kind::frozen && count(current_, kind::frozen) == 0) {
        current_.ended = ended;
        current_.silent = now - silent_at_;
    }
    current_.reports.push_back(report);
    reported_.notify_one();
}

bool freezer::wait_for(kind wanted, nanoseconds at_most, const std::function<bool()>& interrupted) {
    const auto give_up = std::chrono::steady_clock::now() + at_most;
    std::unique_lock lock(mutex_);
    while (count(current_, wanted) == 0) {
        if (interrupted() || std::chrono::steady_clock::now() >= give_up) {
            return false;
        }
        reported_.wait_for(lock, interrupt_check_interval);
    }
    return true;
}

std::optional<freeze> freezer::freeze_once(std::optional<nanoseconds> own_timeout,
                                           const std::function<bool()>& interrupted) {
    const nanoseconds timeout = own_timeout.value_or(timeout_);
    {
        const std::lock_guard lock(mutex_);
        current_ = {};
        current_.timeout = timeout;
        current_.period = period_;
        current_.thread_id = liveness::detail::this_thread_id();
    }
    std::int64_t begun = 0;
    bool reported = false;
    {
        const liveness::watched_scope scope(registry_, scope_name, first_checkpoint,
                                            liveness::timeouts{timeout, nanoseconds(0)});
        {
            const std::lock_guard lock(mutex_);
            silent_at_ = std::chrono::steady_clock::now();
            begun = stamp_.begin();
            liveness::checkpoint(next_checkpoint);
        }
        reported = wait_for(kind::frozen, timeout + longest_delay, interrupted);
        // It leaves the scope at once: in the scope it would freeze again while it waits.
        liveness::checkpoint(going_on);
    }
    if (reported) {
        static_cast<void>(wait_for(kind::recovered, longest_delay, interrupted));
    }
    if (interrupted()) {
        return std::nullopt;
    }
    const std::lock_guard lock(mutex_);
    current_.begun = begun;
    return current_;
}

} // namespace tollgate::liveness_test
