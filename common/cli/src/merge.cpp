// SPDX-License-Identifier: BSL-1.0
#include "merge.hpp"

#include <algorithm>
#include <stdexcept>

namespace tollgate::cli {
namespace {

void mark(measure::case_record& record, std::uint64_t process) {
    for (measure::case_round& round : record.rounds) {
        round.process = process;
    }
    for (measure::worst_sample& sample : record.worst) {
        sample.process = process;
    }
}

/// The counter's rate is calibrated in each process; they differ by parts in a million, far less
/// than a bucket is wide.
void add(measure::case_record& to, const measure::case_record& from) {
    to.rounds.insert(to.rounds.end(), from.rounds.begin(), from.rounds.end());
    to.samples.merge(from.samples);
    to.repeated += from.repeated;
    for (const auto& [name, times] : from.counted) {
        to.counted[name] += times;
    }
    for (const measure::worst_sample& sample : from.worst) {
        to.keep_if_among_worst(sample);
    }
    to.failures.insert(to.failures.end(), from.failures.begin(), from.failures.end());
    for (const int cpu : from.cpus) {
        to.saw_cpu(cpu);
    }
}

measure::stop_reason graver(measure::stop_reason one, measure::stop_reason other) {
    for (const auto grave : {measure::stop_reason::failed, measure::stop_reason::interrupted,
                             measure::stop_reason::budget}) {
        if (one == grave || other == grave) {
            return grave;
        }
    }
    return one;
}

/// Whatever disturbs makes it longer.
double least_measured(double one, double other) {
    return one > 0 && other > 0 ? std::min(one, other) : std::max(one, other);
}

} // namespace

void add_new(std::vector<std::string>& to, const std::vector<std::string>& from) {
    for (const std::string& line : from) {
        if (std::find(to.begin(), to.end(), line) == to.end()) {
            to.push_back(line);
        }
    }
}

report::result merge(std::vector<report::result> parts) {
    report::result whole = std::move(parts.front());
    for (measure::case_result& one : whole.cases) {
        mark(one.record, 0);
    }
    for (std::size_t process = 1; process < parts.size(); ++process) {
        report::result& part = parts[process];
        if (part.cases.size() != whole.cases.size()) {
            throw std::logic_error("processes measured different cases");
        }
        for (std::size_t i = 0; i < whole.cases.size(); ++i) {
            mark(part.cases[i].record, process);
            add(whole.cases[i].record, part.cases[i].record);
        }
        mark(part.twin.record, process);
        add(whole.twin.record, part.twin.record);
        add_new(whole.notes, part.notes);
        add_new(whole.failures, part.failures);
        whole.stopped = graver(whole.stopped, part.stopped);
        whole.clock.l1_miss_ns = least_measured(whole.clock.l1_miss_ns, part.clock.l1_miss_ns);
        whole.rounds += part.rounds;
        whole.took_s += part.took_s;
        whole.budget_s += part.budget_s;
    }
    for (measure::case_result& one : whole.cases) {
        one = std::move(one.record); // concludes anew
    }
    whole.twin = std::move(whole.twin.record);
    whole.processes = parts.size();
    return whole;
}

} // namespace tollgate::cli
