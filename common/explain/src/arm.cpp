// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/arm.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include <sched.h>

namespace tollgate::explain {
namespace {

/// The interventions of an arm that are held, and the number that the machine refused.
struct held_interventions {
    std::vector<std::shared_ptr<void>> held;
    std::uint64_t refused = 0;

    explicit held_interventions(const std::vector<intervention>& all) {
        for (const intervention& one : all) {
            if (one.hold) {
                take(one);
            }
        }
    }
    ~held_interventions() {
        while (!held.empty()) {
            held.pop_back(); // the last one first
        }
    }
    held_interventions(const held_interventions&) = delete;
    held_interventions& operator=(const held_interventions&) = delete;

private:
    void take(const intervention& one) {
        try {
            held.push_back(one.hold());
        } catch (const std::system_error&) {
            ++refused; // its proof will say so; the other arms are still of use
        }
    }
};

template <class IsWanted>
std::uint64_t threads_of(const measure::loop_report& report, IsWanted is_wanted) {
    return static_cast<std::uint64_t>(
        std::count_if(report.scheduled.begin(), report.scheduled.end(), is_wanted));
}

void add_count(std::uint64_t& sum, std::int64_t more) {
    sum += static_cast<std::uint64_t>(std::max<std::int64_t>(more, 0));
}

void note_threads(measure::loop_report& report) {
    using measure::scheduling;
    auto& counted = report.counted;
    counted[witness::threads] += report.scheduled.size();
    add_count(counted[witness::page_faults], report.used.page_faults);
    add_count(counted[witness::switches], report.used.voluntary_switches);
    add_count(counted[witness::involuntary], report.used.involuntary_switches);
#if defined(__linux__)
    counted[witness::fifo] +=
        threads_of(report, [](const scheduling& one) { return one.policy == SCHED_FIFO; });
    counted[witness::batch] +=
        threads_of(report, [](const scheduling& one) { return one.policy == SCHED_BATCH; });
#endif
    counted[witness::nice] +=
        threads_of(report, [](const scheduling& one) { return one.nice <= -10; });
    counted[witness::slack] += threads_of(report, [](const scheduling& one) {
        return one.timer_slack_ns == 0 || one.timer_slack_ns == 1;
    });
}

void note_idle(const environment::idle_counters& moved, measure::loop_report& report) {
    if (moved.entries && moved.stops) {
        report.counted[witness::idle_entries] += *moved.entries;
        report.counted[witness::idle_stops] += *moved.stops;
    }
}

void convert(measure::batch& done, double scale) {
    for (std::int64_t& length : done.intervals) {
        length = std::llround(static_cast<double>(length) * scale);
    }
}

/// The parts of the batches of an arm; shared by the copies of a case.
struct arm_batches {
    measure::measured_case base;
    std::vector<intervention> made_of;
    std::function<environment::idle_counters()> idle;

    measure::batch run(const measure::schedule& asked, clock::source source) const {
        try {
            return run_under(made_of, asked, source);
        } catch (const std::system_error&) {
            if (made_of.empty()) {
                throw;
            }
        }
        // Under the interventions the system refuses the batch itself: a thread, memory.
        measure::batch done = run_under({}, asked, source);
        ++done.report.counted[witness::refused];
        return done;
    }

private:
    measure::batch run_under(const std::vector<intervention>& under, const measure::schedule& asked,
                             clock::source source) const {
        const auto changed = std::find_if(under.begin(), under.end(),
                                          [](const intervention& one) { return one.clock; });
        const held_interventions now(under);
        const auto before = idle ? idle() : environment::idle_counters{};
        measure::batch done =
            base.run(asked, changed == under.end() ? source : changed->clock->source);
        const auto after = idle ? idle() : environment::idle_counters{};
        if (changed != under.end()) {
            convert(done, changed->clock->scale);
        }
        note_idle(after - before, done.report);
        note_threads(done.report);
        done.report.counted[witness::refused] += now.refused;
        return done;
    }
};

} // namespace

measure::case_key key_of(const measure::case_key& control,
                         const std::vector<std::string>& interventions) {
    std::string names;
    for (const std::string& one : interventions) {
        names += (names.empty() ? "" : "+") + one;
    }
    return interventions.empty() ? control : control.with(under_parameter, names);
}

measure::measured_case make_arm(const measure::measured_case& control, const combination& made_of,
                                const std::function<environment::idle_counters()>& idle) {
    auto batches = std::make_shared<arm_batches>();
    batches->base = control;
    batches->idle = idle;
    std::vector<std::string> names;
    for (const intervention* one : made_of) {
        batches->made_of.push_back(*one);
        names.push_back(one->name);
        if (one->instead) {
            batches->base = *one->instead;
        }
    }
    measure::measured_case made = batches->base;
    made.key = key_of(control.key, names);
    made.compared_with = control.key.name();
    made.run_classical = nullptr;
    made.run = [batches](const measure::schedule& asked, clock::source source) {
        return batches->run(asked, source);
    };
    return made;
}

} // namespace tollgate::explain
