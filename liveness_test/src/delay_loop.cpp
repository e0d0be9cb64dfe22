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
constexpr nanoseconds a_report_is_due = std::chrono::seconds(10);
constexpr nanoseconds look_for_interrupts = std::chrono::milliseconds(50);

std::ptrdiff_t count(const freeze& one, kind what) {
    return std::count_if(one.reports.begin(), one.reports.end(),
                         [what](const liveness::event& event) { return event.what == what; });
}

} // namespace

std::string wrong_with(const freeze& one) {
    if (count(one, kind::frozen) != 1) {
        return fmt::format("a freeze was reported {} times", count(one, kind::frozen));
    }
    if (one.silent < one.timeout) {
        return fmt::format("a freeze was reported {} ns early", (one.timeout - one.silent).count());
    }
    if (one.reports.front().silent_for > one.timeout + one.period) {
        return fmt::format("a freeze was reported {} ns late by the monitor's own time",
                           (one.reports.front().silent_for - one.timeout).count());
    }
    if (count(one, kind::recovered) != 1 || one.reports.size() != 2) {
        return fmt::format("the end of a freeze was reported {} times",
                           count(one, kind::recovered));
    }
    for (const liveness::event& report : one.reports) {
        if (report.name != scope_name || report.thread_id != one.thread_id) {
            return "a report names another scope or thread";
        }
    }
    const liveness::event& first = one.reports.front();
    if (first.checkpoints != 2 || first.history.size() != 2 ||
        first.history.back().id != next_checkpoint) {
        return "a report has other checkpoints than were passed";
    }
    return {};
}

freezer::freezer(liveness::settings how, stamps stamp, int sinks)
    : stamp_(std::move(stamp)),
      timeout_(how.of_scopes.timeout),
      period_(how.period),
      registry_(with_sinks(std::move(how), sinks)) {}

liveness::settings freezer::with_sinks(liveness::settings how, int sinks) {
    for (int i = 0; i < sinks; ++i) {
        how.sinks.emplace_back([this](const liveness::event& what) { note(what); });
    }
    return how;
}

void freezer::note(const liveness::event& what) {
    const std::int64_t ended = stamp_.end();
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    if (what.what == kind::frozen && count(now_, kind::frozen) == 0) {
        now_.ended = ended;
        now_.silent = now - silent_at_;
    }
    now_.reports.push_back(what);
    reported_.notify_one();
}

bool freezer::wait_for(kind what, nanoseconds at_most, const std::function<bool()>& interrupted) {
    const auto give_up = std::chrono::steady_clock::now() + at_most;
    std::unique_lock lock(mutex_);
    while (count(now_, what) == 0) {
        if (interrupted() || std::chrono::steady_clock::now() >= give_up) {
            return false;
        }
        reported_.wait_for(lock, look_for_interrupts);
    }
    return true;
}

std::optional<freeze> freezer::freeze_once(std::optional<nanoseconds> own_timeout,
                                           const std::function<bool()>& interrupted) {
    const nanoseconds timeout = own_timeout.value_or(timeout_);
    {
        const std::lock_guard lock(mutex_);
        now_ = {};
        now_.timeout = timeout;
        now_.period = period_;
        now_.thread_id = liveness::detail::this_thread_id();
    }
    std::int64_t begun = 0;
    bool reported = false;
    {
        const liveness::watched_scope scope(registry_, scope_name, first_checkpoint,
                                            liveness::limits{timeout, nanoseconds(0)});
        {
            const std::lock_guard lock(mutex_);
            silent_at_ = std::chrono::steady_clock::now();
            begun = stamp_.begin();
            liveness::checkpoint(next_checkpoint);
        }
        reported = wait_for(kind::frozen, timeout + a_report_is_due, interrupted);
        // And out of the scope, where it would freeze again while it waits.
        liveness::checkpoint(going_on);
    }
    if (reported) {
        static_cast<void>(wait_for(kind::recovered, a_report_is_due, interrupted));
    }
    if (interrupted()) {
        return std::nullopt;
    }
    const std::lock_guard lock(mutex_);
    now_.begun = begun;
    return now_;
}

} // namespace tollgate::liveness_test
