// SPDX-License-Identifier: BSL-1.0
#include "result_of.hpp"

#include "figures.hpp"

#include <tollgate/measure/case_record.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace tollgate::bill {
namespace {

constexpr double ns_per_s = 1e9;

/// The figure of a case in one slice. Absent: it is not known there.
using figure = std::optional<double>;

/// Makes the records of cases from their figures in the slices.
class slice_records {
public:
    slice_records(const std::vector<statement>& slices, const std::vector<double>& reference_ns)
        : slices_(slices), reference_ns_(reference_ns) {}

    /// A case with a round for each slice in which its figure, in ns of a second, is known.
    [[nodiscard]] measure::case_record record(measure::case_key key,
                                              const std::vector<figure>& figures,
                                              bool is_cpu_time = true) const {
        measure::case_record record;
        record.key = std::move(key);
        record.unit = "one second observed";
        record.valued_by = measure::method::unsampled_loop;
        record.compared_with = record.key.name(); // entries are no alternatives of each other
        for (std::size_t i = 0; i < slices_.size(); ++i) {
            if (figures[i]) {
                record.rounds.push_back(round(i, *figures[i], is_cpu_time));
            }
        }
        return record;
    }

private:
    [[nodiscard]] measure::case_round round(std::size_t slice, double ns, bool is_cpu_time) const {
        measure::case_round round;
        round.process = slice;
        round.round = slice;
        round.operations =
            static_cast<std::uint64_t>(std::max(1LL, std::llround(slices_[slice].seconds)));
        round.value_ns = ns;
        round.cpu_ns = is_cpu_time ? ns : 0;
        if (reference_ns_.size() == slices_.size() + 1) {
            round.reference_before_ns = reference_ns_[slice];
            round.reference_after_ns = reference_ns_[slice + 1];
        }
        return round;
    }

    const std::vector<statement>& slices_;
    const std::vector<double>& reference_ns_;
};

template <class Total>
std::vector<figure> figures_of(const std::vector<statement>& slices, Total total) {
    std::vector<figure> figures;
    figures.reserve(slices.size());
    for (const statement& slice : slices) {
        figures.push_back(total(slice) * ns_per_s);
    }
    return figures;
}

/// The CPU time of a second, with the switches.
measure::case_record cpu_record(const std::vector<statement>& slices,
                                const slice_records& records) {
    measure::case_record record = records.record(
        "bill/cpu", figures_of(slices, [](const statement& slice) { return slice.cpus_used; }));
    for (std::size_t i = 0; i < slices.size(); ++i) {
        record.rounds[i].voluntary_switches = slices[i].switches - slices[i].preemptions;
        record.rounds[i].involuntary_switches = slices[i].preemptions;
    }
    return record;
}

measure::case_key key_of(const entry& of) {
    return {"bill/entry",
            {{"threads", report::printable(of.name)}, {"event", report::printable(of.event)}}};
}

/// The CPU time of all entries of each name. Absent: one of them has no price.
std::map<std::string, figure> by_name(const statement& slice) {
    std::map<std::string, figure> sums;
    for (const entry& each : slice.entries) {
        const figure ns = each.cpus ? figure(each.cpus->value * ns_per_s) : std::nullopt;
        const auto [sum, is_new] = sums.try_emplace(key_of(each).name(), ns);
        if (!is_new) {
            sum->second = sum->second && ns ? figure(*sum->second + *ns) : std::nullopt;
        }
    }
    return sums;
}

void add_entries(const std::vector<statement>& slices, const statement& whole,
                 const slice_records& records, report::result& to) {
    std::vector<std::map<std::string, figure>> by_slice;
    by_slice.reserve(slices.size());
    for (const statement& slice : slices) {
        by_slice.push_back(by_name(slice));
    }
    std::map<std::string, figure> left = by_name(whole);
    for (const entry& each : whole.entries) {
        const measure::case_key key = key_of(each);
        const auto named = left.extract(key.name());
        if (named.empty()) {
            continue; // an entry of the same name is there already
        }
        if (to.cases.size() + to.unavailable.size() == report::most_cases) {
            break;
        }
        if (!named.mapped()) {
            to.unavailable.push_back({key, "its event has no price"});
            continue;
        }
        std::vector<figure> figures;
        for (const auto& sums : by_slice) {
            const auto sum = sums.find(key.name());
            figures.push_back(sum == sums.end() ? figure(0) : sum->second);
        }
        to.cases.emplace_back(records.record(key, figures));
    }
}

std::vector<std::string> notes_of(const statement& whole) {
    std::vector<std::string> notes{processes_text(whole) + ": " + totals_of(whole).observed,
                                   as_sentence(whole.prices_from)};
    for (std::size_t i = 0; i < whole.savings.size(); ++i) {
        const saving& change = whole.savings[i];
        notes.push_back(fmt::format("Saving {} ({}): {}. {}: {}.{}", i + 1, change.id,
                                    change.finding, as_sentence(change.change),
                                    saves_text(change, whole.cpus_used),
                                    change.means.empty() ? "" : " With " + change.means));
    }
    for (const std::string& remark : whole.remarks) {
        notes.push_back(as_sentence(remark));
    }
    for (std::string& note : notes) {
        note = report::printable(note, 1'000);
    }
    return notes;
}

} // namespace

report::result result_of(const std::vector<statement>& slices, const statement& whole,
                         report::context about, const std::vector<double>& reference_ns) {
    report::result run;
    run.about = std::move(about);
    run.stopped = whole.partial ? measure::stop_reason::interrupted : measure::stop_reason::passes;
    run.rounds = slices.size();
    run.passes = slices.size();
    run.took_s = whole.seconds;
    run.budget_s = whole.seconds;
    run.spread_over_s = whole.seconds;
    run.notes = notes_of(whole);
    if (slices.empty()) {
        return run;
    }
    const slice_records records(slices, reference_ns);
    run.cases.emplace_back(cpu_record(slices, records));
    if (std::ranges::any_of(whole.entries,
                            [](const entry& each) { return each.cpus.has_value(); })) {
        run.cases.emplace_back(records.record(
            "bill/waiting",
            figures_of(slices, [](const statement& slice) { return slice.waiting.value; })));
    } else {
        run.unavailable.push_back({"bill/waiting", "no event has a price"});
    }
    run.cases.emplace_back(records.record(
        "bill/runnable", figures_of(slices, [](const statement& slice) { return slice.runnable; }),
        false));
    add_entries(slices, whole, records, run);
    return run;
}

} // namespace tollgate::bill
