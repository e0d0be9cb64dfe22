// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/variant.hpp>

#include <tollgate/explain/counted_proofs.hpp>

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

/// A way in which a thread is scheduled, and the witness that counts those that are.
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

    measure::batch run(const measure::schedule& asked, clock::source source) const {
        try {
            return run_under(interventions, asked, source);
        } catch (const std::system_error&) {
            if (interventions.empty()) {
                throw;
            }
        }
        // Under the interventions the system refuses the batch itself: a thread, memory.
        measure::batch done = run_under({}, asked, source);
        ++done.report.counted[witness::refused];
        return done;
    }

private:
    /// The last one that took hold is given back first.
    measure::batch run_under(std::span<const intervention> under, const measure::schedule& asked,
                             clock::source source) const {
        if (under.empty()) {
            return counted(asked, source);
        }
        std::shared_ptr<void> held;
        std::uint64_t refused = 0;
        try {
            held = under.front().hold ? under.front().hold() : nullptr;
        } catch (const std::system_error&) {
            refused = 1; // its proof will say so; the other variants are still of use
        }
        measure::batch done = run_under(under.subspan(1), asked, source);
        done.report.counted[witness::refused] += refused;
        return done;
    }

    measure::batch counted(const measure::schedule& asked, clock::source source) const {
        const auto before = idle ? idle() : environment::idle_counters{};
        measure::batch done = base.run(asked, source);
        const auto moved = (idle ? idle() : environment::idle_counters{}) - before;
        if (moved.entries && moved.stops) {
            done.report.counted[witness::idle_entries] += *moved.entries;
            done.report.counted[witness::idle_stops] += *moved.stops;
        }
        note_threads(done.report);
        done.report.counted[witness::refused] += 0;
        return done;
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
    variant.run_classical = nullptr;
    variant.run = [batches](const measure::schedule& asked, clock::source source) {
        return batches->run(asked, source);
    };
    return variant;
}

} // namespace tollgate::explain
