// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/pass_text.hpp>

#include "describe_setting.hpp"

namespace tollgate::report {

void describe(auto& file, is_a<guest_process> auto& guest) {
    file.field("to", guest.to);
    file.field("from", guest.from);
    file.field("errors", guest.errors);
    file.field("process", guest.process);
    file.field("cpus", guest.cpus);
    file.field("runtime", guest.runtime);
    file.field("patience_ms", guest.patience_ms);
    file.field("lost", guest.lost);
}

void describe(auto& file, is_a<measure::case_key> auto& key) {
    describe_key(file, key);
}

void describe_ns(auto& file, const char* key, is_a<std::chrono::nanoseconds> auto& time) {
    std::int64_t ns = time.count();
    file.field(key, ns);
    if constexpr (is_reader<decltype(file)>) {
        time = std::chrono::nanoseconds(ns);
    }
}

void describe(auto& file, is_a<guest_case> auto& one) {
    auto& listed = one.listed;
    describe_key(file, listed.key);
    file.field("unit", listed.unit);
    file.field("lap", listed.lap);
    file.field("threads", listed.threads);
    describe_ns(file, "settling_ns", listed.settling);
    describe_ns(file, "expected_ns", listed.events.expected);
    file.field("compared_with", listed.compared_with);
    file.field("work", one.work);
    file.field("process", one.process);
    if constexpr (is_reader<decltype(file)>) {
        listed.valued_by = measure::method::guest_batches;
    }
}

auto row(as_row, is_a<measure::segment> auto& one) {
    return std::tie(one.groups, one.size);
}

void describe(auto& file, is_a<measure::schedule> auto& one) {
    file.field("warmup", one.warmup);
    file.field("segments", one.segments);
}

void describe(auto& file, is_a<measure::case_plan> auto& one) {
    file.field("value", one.value);
    file.field("samples", one.samples);
    file.field("joined", one.joined);
    file.field("round_ns", one.round_ns);
    file.field("cpus", one.cpus);
}

void describe(auto& file, is_a<ordered_pass> auto& pass) {
    auto& order = pass.order;
    file.field("clock", pass.clock);
    file.field("index", order.index);
    file.field("first_round", order.first_round);
    file.field("seed", order.seed);
    file.field("guests", pass.guests);
    file.field("guest_cases", pass.guest_cases);
    file.require(std::all_of(pass.guest_cases.begin(), pass.guest_cases.end(),
                             [&](const auto& one) { return one.process < pass.guests.size(); }),
                 "\"guest_cases\" has one of no guest");
    file.field("variants", pass.explained.variants);
    file.field("tells_layout", pass.explained.tells_layout);
    file.field("cases", order.cases);
    file.field("rounds", order.rounds);
    file.field("twins", order.twins);
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
    file.field("reading_ns", record.reading_ns);
    file.field("lost", record.lost);
    std::vector<environment::disturbance_counters> counted;
    if constexpr (!is_reader<decltype(file)>) {
        for (const measure::case_round& round : record.rounds) {
            counted.push_back(round.counted);
        }
    }
    file.field("counted_in_rounds", counted);
    file.require(counted.size() == record.rounds.size(),
                 "\"counted_in_rounds\" and \"rounds\" do not agree");
    if constexpr (is_reader<decltype(file)>) {
        for (std::size_t i = 0; i < counted.size(); ++i) {
            record.rounds[i].counted = counted[i];
        }
    }
}

void describe(auto& file, is_a<measure::pass> auto& pass) {
    file.field("rounds", pass.rounds);
    describe_levels(file, "fast_ns", pass.fast_ns);
    file.field("interrupts_share", pass.interrupts_share);
    std::optional<std::string> why;
    if (pass.ended_early) {
        why = measure::to_string(*pass.ended_early);
    }
    file.field("ended_early", why);
    if constexpr (is_reader<decltype(file)>) {
        pass.ended_early = why ? measure::parse_stop_reason(*why) : std::nullopt;
        file.require(!why || pass.ended_early, "\"ended_early\" is not a reason to stop");
    }
    file.field("cases", pass.cases);
    file.field("twins", pass.twins);
}

namespace {

std::string line_of(const json& record) {
    return record.dump(-1, ' ', false, json::error_handler_t::replace);
}

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
    return line_of(written(ordered));
}

ordered_pass read_order(std::string_view text) {
    return read_record<ordered_pass>(text);
}

std::string pass_text(const measure::pass& measured) {
    return line_of(written(measured));
}

measure::pass read_pass(std::string_view text) {
    return read_record<measure::pass>(text);
}

} // namespace tollgate::report
