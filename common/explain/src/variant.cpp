// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/variant.hpp>

#include <tollgate/explain/hold_checks.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include <sched.h>

namespace tollgate::explain {
namespace {

/// A property of a thread's scheduling, and the witness that counts threads with this property.
constexpr struct {
    const char* counted;
    bool (*holds)(const measure::scheduling& thread);
} ways[] = {
#if defined(__linux__)
    {witness::fifo, [](const measure::scheduling& thread) { return thread.policy == SCHED_FIFO; }},
    {witness::batch,
     [](const measure::scheduling& thread) { return thread.policy == SCHED_BATCH; }},
#endif
    {witness::nice, [](const measure::scheduling& thread) { return thread.nice <= -10; }},
    {witness::slack, [](const measure::scheduling& thread) {
         return thread.timer_slack_ns == 0 || thread.timer_slack_ns == 1;
     }}};

void note_threads(measure::loop_report& report) {
    const auto add = [&](const char* counted, std::int64_t more) {
        report.counted[counted] += static_cast<std::uint64_t>(std::max<std::int64_t>(more, 0));
    };
    add(witness::threads, std::ssize(report.scheduled));
    add(witness::page_faults, report.used.page_faults);
    add(witness::switches, report.used.voluntary_switches);
    for (const auto& way : ways) {
        add(way.counted, std::ranges::count_if(report.scheduled, way.holds));
    }
}

/// The batches of a variant; shared by the copies of a case.
struct variant_batches {
    measure::measured_case base;
    std::vector<intervention> interventions;
    std::function<environment::idle_counters()> idle;

    measure::batch run(const measure::schedule& schedule, clock::source source) const {
        try {
            return run_under(interventions, schedule, source);
        } catch (const std::system_error&) {
            if (interventions.empty()) {
                throw;
            }
        }
        // Under the interventions the system refused the batch itself: a thread, memory.
        measure::batch batch = run_under({}, schedule, source);
        ++batch.report.counted[witness::refused];
        return batch;
    }

private:
    /// The changes are taken back in reverse order.
    measure::batch run_under(std::span<const intervention> under, const measure::schedule& schedule,
                             clock::source source) const {
        if (under.empty()) {
            return counted(schedule, source);
        }
        std::shared_ptr<void> held;
        std::uint64_t refused = 0;
        try {
            held = under.front().hold ? under.front().hold() : nullptr;
        } catch (const std::system_error&) {
            refused = 1; // its hold check fails; the other variants are still useful
        }
        measure::batch batch = run_under(under.subspan(1), schedule, source);
        batch.report.counted[witness::refused] += refused;
        return batch;
    }

    measure::batch counted(const measure::schedule& schedule, clock::source source) const {
        const auto before = idle ? idle() : environment::idle_counters{};
        measure::batch batch = base.run(schedule, source);
        const auto moved = (idle ? idle() : environment::idle_counters{}) - before;
        if (moved.entries && moved.stops) {
            batch.report.counted[witness::idle_entries] += *moved.entries;
            batch.report.counted[witness::idle_stops] += *moved.stops;
        }
        note_threads(batch.report);
        batch.report.counted[witness::refused] += 0;
        return batch;
    }
};

} // namespace

measure::case_key key_of(const measure::case_key& control,
                         const std::vector<std::string>& interventions) {
    std::string names;
    for (const std::string& name : interventions) {
        names += (names.empty() ? "" : "+") + name;
    }
    return interventions.empty() ? control : control.with("under", names);
}

measure::measured_case make_variant(const measure::measured_case& control,
                                    std::vector<intervention> under,
                                    const std::function<environment::idle_counters()>& idle) {
    measure::measured_case variant = control;
    std::vector<std::string> names;
    for (const intervention& each : under) {
        names.push_back(each.name);
        variant = each.instead.value_or(variant);
    }
    const auto batches =
        std::make_shared<variant_batches>(variant_batches{variant, std::move(under), idle});
    variant.key = key_of(control.key, names);
    variant.compared_with = control.key.name();
    variant.run_clock_pair = nullptr;
    variant.run = [batches](const measure::schedule& schedule, clock::source source) {
        return batches->run(schedule, source);
    };
    return variant;
}

} // namespace tollgate::explain
