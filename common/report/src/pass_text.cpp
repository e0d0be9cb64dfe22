// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/pass_text.hpp>

#include "describe_setting.hpp"

namespace tollgate::report {

auto row(as_row, is_a<measure::segment> auto& one) {
    return std::tie(one.groups, one.size);
}

void describe(auto& file, is_a<measure::schedule> auto& one) {
    file.fields("warmup", one.warmup, "segments", one.segments);
}

void describe(auto& file, is_a<measure::case_plan> auto& one) {
    file.fields("value", one.value, "samples", one.samples, "joined", one.joined, "round_ns",
                one.round_ns, "cpus", one.cpus);
}

void describe(auto& file, is_a<ordered_pass> auto& pass) {
    auto& order = pass.order;
    file.fields("clock", pass.clock, "index", order.index, "first_round", order.first_round, "seed",
                order.seed, "handed_on", pass.handed_on);
    file.fields("variants", pass.variants, "cases", order.cases, "rounds", order.rounds, "twins",
                order.twins);
    file.require(order.rounds.size() == order.cases.size(),
                 "\"rounds\" are not those of \"cases\"");
    file.require(std::all_of(order.twins.begin(), order.twins.end(),
                             [&](std::size_t twin) { return twin < order.cases.size(); }),
                 "\"twins\" holds what is no case");
}

auto row(as_row, is_a<environment::disturbance_counters> auto& one) {
    return std::tie(one.steal_ticks, one.throttled_periods, one.throttled_us, one.thermal_throttles,
                    one.stops);
}

/// With what no result file has of a record.
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
    file.fields("cases", pass.cases, "twins", pass.twins);
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
