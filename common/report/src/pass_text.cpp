// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/pass_text.hpp>

#include "describe_setting.hpp"

namespace tollgate::report {

auto row(as_row, is_a<measure::segment> auto& segment) {
    return std::tie(segment.groups, segment.size);
}

void describe(auto& file, is_a<measure::schedule> auto& schedule) {
    file.fields("warmup", schedule.warmup, "segments", schedule.segments);
}

void describe(auto& file, is_a<measure::case_plan> auto& plan) {
    file.fields("value", plan.value, "samples", plan.samples, "joined", plan.joined, "round_ns",
                plan.round_ns, "cpus", plan.cpus);
}

void describe(auto& file, is_a<ordered_pass> auto& pass) {
    auto& order = pass.order;
    file.fields("clock", pass.clock, "index", order.index, "first_round", order.first_round, "seed",
                order.seed, "handed_on", pass.handed_on);
    file.fields("variants", pass.variants, "cases", order.cases, "rounds", order.rounds, "controls",
                order.controls);
    file.require(order.rounds.size() == order.cases.size(),
                 "\"rounds\" are not those of \"cases\"");
    file.require(std::all_of(order.controls.begin(), order.controls.end(),
                             [&](std::size_t control) { return control < order.cases.size(); }),
                 "\"controls\" holds a number that is not a case");
}

auto row(as_row, is_a<environment::disturbance_counters> auto& counters) {
    return std::tie(counters.steal_ticks, counters.throttled_periods, counters.throttled_us,
                    counters.thermal_throttles, counters.stops);
}

/// A record with the members that a result file does not have.
void describe(auto& file, is_a<measure::case_record> auto& record) {
    describe_record(file, record);
    file.fields("reading_ns", record.reading_ns, "lost", record.lost);
    std::vector<environment::disturbance_counters> counted;
    for (const measure::case_round& round : record.rounds) {
        counted.push_back(round.counted);
    }
    file.field_as("counted_in_rounds", counted, [&](const auto& all) {
        const bool agree = all.size() == record.rounds.size();
        for (std::size_t i = 0; agree && i < all.size(); ++i) {
            record.rounds[i].counted = all[i];
        }
        return agree ? nullptr : "and \"rounds\" do not agree";
    });
}

void describe(auto& file, is_a<measure::pass> auto& pass) {
    file.field("rounds", pass.rounds);
    describe_levels(file, "fast_ns", pass.fast_ns);
    file.field("interrupts_share", pass.interrupts_share);
    std::optional<std::string> why;
    if (pass.ended_early) {
        why = measure::to_string(*pass.ended_early);
    }
    file.field_as("ended_early", why, [&](const auto& word) {
        pass.ended_early = word ? measure::parse_stop_reason(*word) : std::nullopt;
        return word && !pass.ended_early ? "is not a reason to stop" : nullptr;
    });
    file.fields("cases", pass.cases, "controls", pass.controls);
}

namespace {

template <class Record>
Record read_record(std::string_view text) {
    return read_text(text, [](const read_value& from) {
        Record record;
        take("the text", from, record);
        return record;
    });
}

} // namespace

std::string order_text(const ordered_pass& ordered) {
    return written(ordered).dump(-1, ' ', false, json::error_handler_t::replace);
}

ordered_pass read_order(std::string_view text) {
    return read_record<ordered_pass>(text);
}

std::string pass_text(const measure::pass& measured) {
    return written(measured).dump(-1, ' ', false, json::error_handler_t::replace);
}

measure::pass read_pass(std::string_view text) {
    return read_record<measure::pass>(text);
}

} // namespace tollgate::report
