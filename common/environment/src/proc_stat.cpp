// SPDX-License-Identifier: BSL-1.0
#include "proc_stat.hpp"

#include "text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tollgate::environment {
namespace {

/// user nice system idle iowait irq softirq steal; what follows is already in `user` and `nice`.
constexpr std::size_t columns = 8;

std::optional<cpu_ticks> parse_cpu_line(std::string_view line) {
    const std::vector<std::string_view> fields = detail::words(line);
    if (fields.size() < 1 + columns) {
        return std::nullopt;
    }
    cpu_ticks ticks;
    for (std::size_t column = 1; column <= columns; ++column) {
        const detail::count value = detail::counter_of(fields[column]);
        if (!value) {
            return std::nullopt;
        }
        ticks.total += *value;
        ticks.steal = *value; // the last of them
    }
    return ticks;
}

bool wanted(std::string_view label, std::span<const int> cpus) {
    if (cpus.empty()) {
        return label == "cpu";
    }
    const std::optional<std::int64_t> number = detail::integer(label.substr(3));
    return number && std::find(cpus.begin(), cpus.end(), *number) != cpus.end();
}

} // namespace

std::optional<cpu_ticks> ticks_of(std::string_view stat, std::span<const int> cpus) {
    cpu_ticks sum;
    std::size_t missing = std::max<std::size_t>(cpus.size(), 1);
    while (missing > 0 && stat.starts_with("cpu")) { // these lines come first
        const std::size_t end = std::min(stat.find('\n'), stat.size());
        const std::string_view line = stat.substr(0, end);
        stat.remove_prefix(std::min(end + 1, stat.size()));
        if (!wanted(line.substr(0, line.find(' ')), cpus)) {
            continue;
        }
        const std::optional<cpu_ticks> ticks = parse_cpu_line(line);
        if (!ticks) {
            return std::nullopt;
        }
        sum.steal += ticks->steal;
        sum.total += ticks->total;
        --missing;
    }
    if (missing > 0) {
        return std::nullopt;
    }
    return sum;
}

} // namespace tollgate::environment
