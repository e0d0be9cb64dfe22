// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/pass_text.hpp>

#include "json_rounds.hpp"

#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace tollgate::report {
namespace {

json write_schedule(const measure::schedule& one) {
    json segments = json::array();
    for (const measure::segment& part : one.segments) {
        segments.push_back({part.groups, part.size});
    }
    return {{"warmup", one.warmup}, {"segments", std::move(segments)}};
}

measure::schedule read_schedule(const read_value& from) {
    measure::schedule one{whole(from, "warmup"), {}};
    for (const read_value& part : list(from, "segments")) {
        if (!part.is_array() || part.size() != 2) {
            throw std::invalid_argument("\"segments\" holds what is no segment");
        }
        one.segments.push_back({as_whole(part[0], "segments"), as_whole(part[1], "segments")});
    }
    return one;
}

json write_case_plan(const measure::case_plan& one, std::uint64_t rounds) {
    return {{"value", write_schedule(one.value)},
            {"samples", write_schedule(one.samples)},
            {"joined", one.joined},
            {"round_ns", one.round_ns},
            {"cpus", one.cpus},
            {"rounds", rounds}};
}

measure::case_plan read_case_plan(const read_value& from) {
    return {read_schedule(member(from, "value")), read_schedule(member(from, "samples")),
            flag(from, "joined"), number(from, "round_ns"), small_wholes(from, "cpus")};
}

json write_seats(const std::vector<guest_seat>& seats) {
    json all = json::array();
    for (const guest_seat& one : seats) {
        all.push_back({{"guest", one.guest},
                       {"to", one.to},
                       {"from", one.from},
                       {"errors", one.errors},
                       {"process", one.process},
                       {"cpus", one.cpus},
                       {"greeting", one.greeting},
                       {"lost", one.lost}});
    }
    return all;
}

std::vector<guest_seat> read_seats(const read_value& from) {
    std::vector<guest_seat> seats;
    for (const read_value& one : list(from, "guests")) {
        seats.push_back({whole(one, "guest"), small_whole(one, "to"), small_whole(one, "from"),
                         small_whole(one, "errors"), small_whole(one, "process"),
                         small_wholes(one, "cpus"), text(one, "greeting"), text(one, "lost")});
    }
    return seats;
}

using counters = environment::disturbance_counters;
constexpr std::optional<std::uint64_t> counters::*counter_columns[] = {
    &counters::steal_ticks, &counters::throttled_periods, &counters::throttled_us,
    &counters::thermal_throttles, &counters::stops};

json write_counted(const std::vector<measure::case_round>& rounds) {
    json all = json::array();
    for (const measure::case_round& round : rounds) {
        json row = json::array();
        for (const auto column : counter_columns) {
            const auto& count = round.counted.*column;
            row.push_back(count ? json(*count) : json(nullptr));
        }
        all.push_back(std::move(row));
    }
    return all;
}

void read_counted(const read_value& from, std::vector<measure::case_round>& rounds) {
    const read_value& rows = list(from, "counted_in_rounds");
    if (rows.size() != rounds.size()) {
        throw std::invalid_argument("\"counted_in_rounds\" and \"rounds\" do not agree");
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].is_array() || rows[i].size() != std::size(counter_columns)) {
            throw std::invalid_argument("\"counted_in_rounds\" holds what is no row of counts");
        }
        for (std::size_t column = 0; column < std::size(counter_columns); ++column) {
            if (!rows[i][column].is_null()) {
                rounds[i].counted.*counter_columns[column] =
                    as_whole(rows[i][column], "counted_in_rounds");
            }
        }
    }
}

json write_records(const std::vector<measure::case_record>& records) {
    json all = json::array();
    for (const measure::case_record& one : records) {
        all.push_back(write_record(one));
        all.back()["counted_in_rounds"] = write_counted(one.rounds);
        all.back()["lost"] = one.lost ? json(*one.lost) : json(nullptr);
    }
    return all;
}

std::vector<measure::case_record> read_records(const read_value& from, const char* key) {
    std::vector<measure::case_record> records;
    for (const read_value& one : list(from, key)) {
        std::vector<measure::case_round> rounds;
        for (const read_value& row : list(one, "rounds")) {
            if (row.size() != round_columns.size()) {
                throw std::invalid_argument("\"rounds\" holds what is no row of today");
            }
            rounds.push_back(read_row(row));
        }
        read_counted(one, rounds);
        records.push_back(read_record(one, std::move(rounds), true));
        records.back().reading_ns = number(one, "reading_ns");
        if (!member(one, "lost").is_null()) {
            records.back().lost = text(one, "lost");
        }
    }
    return records;
}

/// Pairs of a CPU and what a part of the reference loop takes there.
std::map<int, double> read_levels(const read_value& from) {
    std::map<int, double> levels;
    for (const read_value& one : list(from, "fast_ns")) {
        if (!one.is_array() || one.size() != 2 || !one[1].is_number()) {
            throw std::invalid_argument("\"fast_ns\" holds what is no level of a CPU");
        }
        levels[as_small_whole(one[0], "fast_ns")] = one[1].get<double>();
    }
    return levels;
}

/// Both ends agree on everything but what a stranger may send.
template <class Read>
auto read_all(std::string_view text, Read read) {
    try {
        return read(read_value::parse(text));
    } catch (const read_value::exception& error) {
        throw unreadable_result(error.what());
    } catch (const std::invalid_argument& error) {
        throw unreadable_result(error.what());
    }
}

} // namespace

std::string order_text(const ordered_pass& ordered) {
    const measure::pass_order& order = ordered.order;
    json cases = json::array();
    for (std::size_t i = 0; i < order.cases.size(); ++i) {
        cases.push_back(write_case_plan(order.cases[i], order.rounds[i]));
    }
    return json{{"clock", write_calibration(ordered.clock)},
                {"index", order.index},
                {"first_round", order.first_round},
                {"seed", order.seed},
                {"twins", order.twins},
                {"guests", write_seats(ordered.guests)},
                {"variants", ordered.explained.variants},
                {"tells_layout", ordered.explained.tells_layout},
                {"cases", std::move(cases)}}
        .dump();
}

ordered_pass read_order(std::string_view text) {
    return read_all(text, [](const read_value& from) {
        ordered_pass read;
        read.clock = read_calibration(member(from, "clock"));
        measure::pass_order& order = read.order;
        order.index = whole(from, "index");
        order.first_round = whole(from, "first_round");
        order.seed = whole(from, "seed");
        read.guests = read_seats(from);
        read.explained.variants =
            list(from, "variants").get<std::vector<std::vector<std::string>>>();
        read.explained.tells_layout = flag(from, "tells_layout");
        for (const read_value& one : list(from, "cases")) {
            order.cases.push_back(read_case_plan(one));
            order.rounds.push_back(whole(one, "rounds"));
        }
        for (const read_value& twin : list(from, "twins")) {
            order.twins.push_back(as_whole(twin, "twins"));
            if (order.twins.back() >= order.cases.size()) {
                throw std::invalid_argument("\"twins\" holds what is no case");
            }
        }
        return read;
    });
}

std::string pass_text(const measure::pass& measured) {
    json out{{"rounds", measured.rounds},
             {"fast_ns", json::array()},
             {"interrupts_share",
              measured.interrupts_share ? json(*measured.interrupts_share) : json(nullptr)},
             {"ended_early", measured.ended_early ? json(measure::to_string(*measured.ended_early))
                                                  : json(nullptr)},
             {"cases", write_records(measured.cases)},
             {"twins", write_records(measured.twins)}};
    for (const auto& [cpu, ns] : measured.fast_ns) {
        out["fast_ns"].push_back({cpu, ns});
    }
    for (const auto& [key, records] :
         {std::pair("cases", &measured.cases), std::pair("twins", &measured.twins)}) {
        for (std::size_t i = 0; i < records->size(); ++i) {
            out[key][i]["reading_ns"] = (*records)[i].reading_ns;
        }
    }
    return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

measure::pass read_pass(std::string_view text) {
    return read_all(text, [](const read_value& from) {
        measure::pass read;
        read.rounds = whole(from, "rounds");
        read.fast_ns = read_levels(from);
        if (!member(from, "interrupts_share").is_null()) {
            read.interrupts_share = number(from, "interrupts_share");
        }
        if (!member(from, "ended_early").is_null()) {
            read.ended_early = measure::parse_stop_reason(report::text(from, "ended_early"));
            if (!read.ended_early) {
                throw std::invalid_argument("\"ended_early\" is not a reason to stop");
            }
        }
        read.cases = read_records(from, "cases");
        read.twins = read_records(from, "twins");
        return read;
    });
}

} // namespace tollgate::report
