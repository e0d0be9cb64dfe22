// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contended.hpp"
#include "contenders.hpp"
#include "guarded.hpp"
#include "held.hpp"
#include "starvation.hpp"

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::lock_test {

/// One of at least this number of operations is timed.
inline constexpr std::uint64_t least_stride = 16;

struct wait_settings {
    contenders group;
    effort each;
    std::chrono::nanoseconds settling{0}; ///< the least time before the first event
    std::chrono::nanoseconds between{0};  ///< from one event to the next, at least about
};

/// How long a thread waits for a lock for which others contend. An event lasts from before the lock
/// to after the lock, on the first thread. All threads do the operations of an exclusive_loop. The
/// first thread times one of `stride` operations, and none before each other thread has counted an
/// operation. The stride is at least `least_stride`, because the clock readings of an event change
/// how the threads meet in the next operations. If the operations are short, the stride is longer,
/// so that the other threads can run during a batch.
///
/// If a thread starves, all threads end, and `starves` has the reason.
///
/// Self-checks: the protected counter is the sum of what the threads counted. While the first
/// thread times, each other thread counts an operation; else the batch is counted.
template <class Lock>
struct wait_loop {
    wait_settings settings;
    std::shared_ptr<std::optional<std::string>> starves =
        std::make_shared<std::optional<std::string>>();

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const contenders& group = settings.group;
        const auto shared = std::make_unique<contended<Lock>>();
        operation_counts counted(group.threads);
        starvation watch(contenders::watches_of_an_interval);
        bool others_moved = true;
        const auto may_run = [&](std::uint64_t /*done*/) { return !watch.found(); };
        measure::loop_report report = group.run(
            counted, 1,
            [&](std::size_t self, measure::loop_member&) {
                if (self == 0) {
                    others_moved = time_locks(probe, *shared, counted, may_run);
                } else {
                    shared->contend(self, settings.each, counted, may_run, true);
                }
            },
            [&] { watch.observe(counted); });
        *starves = watch.reason();
        shared->data.add_to(report, counted.sum());
        counted.add_to(report, group.threads);
        report.counted[counts::without_others] += others_moved ? 0 : 1;
        report.probe_calls = {probe.events()};
        report.metered = counted.of(0);
        return report;
    }

private:
    /// Returns whether each other thread counted an operation during the timed operations.
    template <class Probe, class MayRun>
    bool time_locks(Probe& probe, contended<Lock>& shared, operation_counts& counted,
                    MayRun may_run) const {
        std::uint64_t own = 0;
        const auto operate = [&](auto locked) {
            {
                const held<Lock> guard(shared.lock);
                locked();
                if (!shared.data.operate(0, settings.each.section, may_run)) {
                    return false;
                }
            }
            counted.set(0, ++own);
            work(settings.each.pause);
            return true;
        };
        const auto untimed = [] {};
        using std::chrono::steady_clock;
        std::vector<std::uint64_t> before(settings.group.threads);
        bool runs = true;
        while (runs && !probe.interrupted() && !have_others_moved(before, counted)) {
            runs = operate(untimed);
        }
        const std::uint64_t unsettled = own;
        const auto begun = steady_clock::now();
        auto now = begun;
        while (runs && !probe.interrupted() && now - begun < settings.settling) {
            runs = operate(untimed);
            now = steady_clock::now();
        }
        const std::uint64_t stride =
            std::max<std::uint64_t>(least_stride, settings.between * (own - unsettled) /
                                                      (now - begun + std::chrono::nanoseconds(1)));
        before = counted.of_each();
        while (runs && probe.wanted()) {
            const std::int64_t called = probe.begin();
            std::int64_t returned = 0;
            runs = operate([&] { returned = probe.end(); });
            if (runs) {
                probe.add(called, returned);
            }
            for (std::uint64_t i = 1; i < stride && runs; ++i) {
                runs = operate(untimed);
            }
        }
        const bool moved = have_others_moved(before, counted);
        const held<Lock> guard(shared.lock);
        shared.data.end();
        return moved;
    }

    static bool have_others_moved(const std::vector<std::uint64_t>& before,
                                  const operation_counts& counted) {
        for (std::size_t thread = 1; thread < before.size(); ++thread) {
            if (counted.of(thread) == before[thread]) {
                return false;
            }
        }
        return true;
    }
};

/// The reason if another thread did nothing in most of the batches.
inline std::optional<std::string> idle_others(const measure::case_record& record) {
    constexpr std::size_t fewest = 7; // the machine may have stopped a thread during a few batches
    const auto idle = record.counted.find(counts::without_others);
    return record.rounds.size() >= fewest && idle != record.counted.end() &&
                   2 * idle->second > record.rounds.size()
               ? std::optional<std::string>("another thread did nothing while the locks were timed")
               : std::nullopt;
}

/// The case of a wait loop. It is given up if a thread starves, or if the others are idle.
template <class Loop>
measure::measured_case wait_case(const measure::case_key& key, const wait_settings& used,
                                 Loop loop) {
    const auto starves = loop.starves;
    measure::measured_case added = measure::make_event_case(
        key, "one lock: from the call to its return", used.group.threads, std::move(loop),
        {.lasts = used.between, .not_timed = used.settling});
    added.fails_if_given_up = false;
    added.given_up = [starves](const measure::case_record& record) {
        return *starves ? *starves : idle_others(record);
    };
    return added;
}

} // namespace tollgate::lock_test
