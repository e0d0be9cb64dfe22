// SPDX-License-Identifier: BSL-1.0
#include "append_run.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/machine_speed.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tollgate::cli {
namespace {

void shift(measure::case_record& record, std::uint64_t passes, std::uint64_t rounds) {
    for (measure::case_round& one : record.rounds) {
        one.process += passes;
        one.round += rounds;
    }
    for (measure::worst_sample& one : record.worst) {
        one.process += passes;
        one.round += rounds;
    }
    for (measure::gap& one : record.gaps.listed) {
        one.process += passes;
    }
    for (measure::counted_gap& one : record.gaps.longest) {
        one.seen.process += passes;
    }
    for (measure::watched_time& some : record.gaps.watched) {
        some.process += passes;
    }
}

std::vector<measure::case_record> records_of(std::vector<measure::case_result> cases) {
    std::vector<measure::case_record> records;
    records.reserve(cases.size());
    for (measure::case_result& one : cases) {
        records.push_back(std::move(one.record));
    }
    return records;
}

void add_records(std::vector<measure::case_record>& to, std::vector<measure::case_record> more) {
    for (measure::case_record& one : more) {
        const auto known = std::find_if(to.begin(), to.end(),
                                        [&](const auto& other) { return other.key == one.key; });
        if (known == to.end()) {
            to.push_back(std::move(one));
        } else {
            measure::add_pass(*known, one);
        }
    }
}

} // namespace

report::result appended(report::result first, report::result more) {
    std::vector<measure::case_record> cases = records_of(std::move(more.cases));
    std::vector<measure::case_record> twins = records_of(std::move(more.twins));
    for (auto* records : {&cases, &twins}) {
        for (measure::case_record& one : *records) {
            shift(one, first.passes, first.rounds);
        }
    }
    std::vector<measure::case_record> all = records_of(std::move(first.cases));
    std::vector<measure::case_record> all_twins = records_of(std::move(first.twins));
    add_records(all, std::move(cases));
    add_records(all_twins, std::move(twins));
    std::map<int, double> fast_ns = first.speed.fast_ns;
    for (const auto& [cpu, ns] : more.speed.fast_ns) {
        const auto known = fast_ns.try_emplace(cpu, ns).first;
        known->second = std::min(known->second, ns);
    }
    first.speed = measure::speed_during(
        all, std::move(fast_ns), {first.speed.interrupts_share, more.speed.interrupts_share});
    first.cases = measure::conclude(std::move(all), first.speed);
    first.twins = measure::conclude(std::move(all_twins), first.speed);
    first.stopped = more.stopped;
    first.rounds += more.rounds;
    first.passes += more.passes;
    first.took_s = more.took_s; // since the start of both
    first.spread_over_s += more.spread_over_s;
    return first;
}

} // namespace tollgate::cli
