// SPDX-License-Identifier: BSL-1.0
// The pictures: the cost over a number, a line for each way; and the cache-line latency of each
// two CPUs.
#include "page/sections.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/short_names.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;
using case_rows = std::vector<const case_row*>;

/// Fewer points are no line.
constexpr std::size_t fewest_points = 3;

constexpr const char* spin_or_sleep = "sleep/spin_or_sleep";

/// The height of a case in a picture.
struct height {
    const char* words;
    bool is_rate; ///< operations in a second, otherwise a time
    std::optional<measure::estimate> (*of)(const case_row&);
};

std::optional<measure::estimate> cost_of(const case_row& row) {
    return row.cost.estimate_of(true);
}

/// All threads together; the cost is that of an operation of one thread.
std::optional<measure::estimate> throughput_of(const case_row& row) {
    const auto threads = row.key().number("threads");
    const measure::estimate cost = row.cost.estimate_of(true);
    if (!threads || cost.value <= 0) {
        return std::nullopt;
    }
    const auto rate = [&](double ns) { return 1e9 * static_cast<double>(*threads) / ns; };
    measure::estimate found{rate(cost.value), {}};
    if (cost.range && cost.range->low > 0) {
        found.range =
            stats::interval{rate(cost.range->high), rate(cost.range->low), cost.range->confidence};
    }
    return found;
}

/// The median latency of a wake-up, and the CPU time of the waiter.
std::optional<measure::estimate> latency_and_cpu_of(const case_row& row) {
    const measure::estimate latency = row.cost.estimate_of(true);
    return row.summary.cpu_ns > 0
               ? std::optional(measure::estimate{latency.value + row.summary.cpu_ns, {}})
               : std::nullopt;
}

height height_of(const measure::case_key& key, std::string_view axis) {
    if (key.program() == "lock" && axis == "threads") {
        return {"operations a second of all threads", true, &throughput_of};
    }
    if (key.path() == spin_or_sleep) {
        return {"median latency and CPU time of the waiter", false, &latency_and_cpu_of};
    }
    return {"cost", false, &cost_of};
}

/// The number of which these cases have the most values.
std::optional<std::string> axis_of(const case_rows& rows) {
    if (rows.front()->key().path() == spin_or_sleep) {
        return "gap_us"; // a waiter without a fixed spin time has no other number
    }
    std::map<std::string, std::set<std::uint64_t>> values;
    for (const case_row* row : rows) {
        for (const measure::parameter& each : row->key().parameters()) {
            if (const auto number = row->key().number(each.name)) {
                values[each.name].insert(*number);
            }
        }
    }
    const auto most =
        std::ranges::max_element(values, {}, [](const auto& entry) { return entry.second.size(); });
    return most == values.end() || most->second.size() < fewest_points ? std::nullopt
                                                                       : std::optional(most->first);
}

/// [number, height, low and high end of the interval]
json point_of(std::uint64_t number, const measure::estimate& at) {
    return {number, short_number(at.value), at.range ? short_number(at.range->low) : json(),
            at.range ? short_number(at.range->high) : json()};
}

/// The lines of cases that differ in one number, the highest line first.
json lines_picture(const case_rows& rows) {
    const auto axis = axis_of(rows);
    if (!axis) {
        return {};
    }
    const height shown = height_of(rows.front()->key(), *axis);
    std::map<std::string, std::map<std::uint64_t, measure::estimate>> lines;
    std::map<std::string, measure::case_key> keys;
    for (const case_row* row : rows) {
        const auto number = row->key().number(*axis);
        const auto at = shown.of(*row);
        if (number && at && std::isfinite(at->value)) {
            // Each number of threads that meet has a placement of its own.
            const measure::case_key without = row->key().without(*axis);
            const measure::case_key key = shown.is_rate ? without.without("placement") : without;
            keys.try_emplace(key.name(), key);
            lines[key.name()].try_emplace(*number, *at);
        }
    }
    std::erase_if(lines, [](const auto& line) { return line.second.size() < fewest_points; });
    std::vector<measure::case_key> drawn;
    for (const auto& [name, points] : lines) {
        drawn.push_back(keys.at(name));
    }
    std::ranges::stable_sort(drawn, std::greater<>(), [&](const measure::case_key& key) {
        return lines.at(key.name()).rbegin()->second.value;
    });
    const report::short_names names(drawn);
    json all = json::array();
    for (const measure::case_key& key : drawn) {
        json points = json::array();
        for (const auto& [number, at] : lines.at(key.name())) {
            points.push_back(point_of(number, at));
        }
        all.push_back({{"name", report::printable(names(key), 60)}, {"p", points}});
    }
    if (all.empty()) {
        return {};
    }
    json picture{{"title", report::printable(fmt::format(
                               "{}: {}, over {}", rows.front()->key().path(), shown.words, *axis))},
                 {"lines", all}};
    if (shown.is_rate) {
        picture["rate"] = 1;
    }
    return picture;
}

/// The latencies between CPUs: [from, to, ns] by index into `cpus`, and 1 if the latency is not
/// sure.
json map_picture(const case_rows& rows) {
    std::map<std::uint64_t, std::size_t> cpus;
    for (const case_row* row : rows) {
        for (const char* const end : {"from", "to"}) {
            if (const auto cpu = row->key().number(end)) {
                cpus[*cpu];
            }
        }
    }
    json numbers = json::array();
    for (auto& [cpu, index] : cpus) {
        index = numbers.size();
        numbers.push_back(cpu);
    }
    json cells = json::array();
    for (const case_row* row : rows) {
        const auto from = row->key().number("from");
        const auto to = row->key().number("to");
        if (from && to && row->all_rounds_ns() > 0) {
            json& cell = cells.emplace_back(
                json{cpus.at(*from), cpus.at(*to), short_number(row->all_rounds_ns())});
            if (!report::is_sure(row->cost.estimate_of(true))) {
                cell.push_back(1);
            }
        }
    }
    return cells.empty() ? json()
                         : json{{"title", "Cache-line latency between CPUs"},
                                {"cpus", numbers},
                                {"cells", cells}};
}

} // namespace

picture_list pictures_of(const results& all, std::size_t most_bytes) {
    std::map<std::pair<std::size_t, std::string>, case_rows> families; // by file and path
    for (const case_row& row : all.cases) {
        if (all.counts(row)) {
            families[{row.file, row.key().path()}].push_back(&row);
        }
    }
    picture_list pictures;
    std::string& data = pictures.data;
    for (const auto& [place, rows] : families) {
        json picture = choice_of(rows.front()->key()) == choice::cache_line ? map_picture(rows)
                                                                            : lines_picture(rows);
        if (picture.is_null()) {
            continue;
        }
        if (all.files.size() > 1) {
            picture["file"] = report::printable(all.files[place.first].label, 80);
        }
        const std::string text = script_json(picture);
        if (data.size() + text.size() + 2 <= most_bytes) {
            data += (data.empty() ? "" : ",\n") + text;
        } else {
            ++pictures.left_out;
        }
    }
    return pictures;
}

std::string pictures_section(const picture_list& pictures) {
    if (pictures.data.empty() && pictures.left_out == 0) {
        return "";
    }
    const std::string note =
        pictures.left_out == 0
            ? ""
            : fmt::format("<p class=cut>{} picture{} left out, to keep the page small.</p>",
                          pictures.left_out, pictures.left_out == 1 ? " is" : "s are");
    return "<section id=pictures>" + note + "</section>\n";
}

} // namespace tollgate::cost_sheet
