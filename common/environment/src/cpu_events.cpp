// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/cpu_events.hpp>

#include "text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace tollgate::environment {
namespace {

using named_counts = std::map<std::string, std::uint64_t>;

/// The column of the CPU, and the number of columns. CPUs that are offline have no column.
struct columns {
    std::size_t wanted = 0;
    std::size_t all = 0;
};

std::optional<columns> find_column(std::string_view header, int cpu) {
    const std::vector<std::string_view> names = detail::words(header);
    const auto name = std::find(names.begin(), names.end(), "CPU" + std::to_string(cpu));
    if (name == names.end()) {
        return std::nullopt;
    }
    return columns{static_cast<std::size_t>(name - names.begin()), names.size()};
}

/// "LOC: 1 2 Local timer interrupts" is called "Local timer interrupts (LOC)", "4: 1 2 IO-APIC
/// 4-edge ttyS0" is "interrupt 4 (IO-APIC 4-edge ttyS0)".
std::string name_of(std::string_view label, const std::vector<std::string_view>& description) {
    if (description.empty()) {
        return std::string(label);
    }
    const bool numbered = std::isdigit(static_cast<unsigned char>(label.front())) != 0;
    return numbered ? fmt::format("interrupt {} ({})", label, fmt::join(description, " "))
                    : fmt::format("{} ({})", fmt::join(description, " "), label);
}

detail::count waited_of(const std::string& schedstat) {
    const std::vector<std::string_view> figures = detail::words(schedstat);
    return figures.size() > 1 ? detail::counter_of(figures[1]) : std::nullopt;
}

/// The growth of a counter; 0 if it is unknown or ran backwards.
std::uint64_t grown(const detail::count& before, const detail::count& after) {
    return detail::difference(after, before).value_or(0);
}

template <class Word>
void add_grown(const named_counts& before, const named_counts& after, std::vector<std::string>& to,
               Word word) {
    for (const auto& [name, count] : after) {
        const auto known = before.find(name);
        if (known != before.end() && count > known->second) {
            to.push_back(word(name, count - known->second));
        }
    }
}

} // namespace

named_counts column_of_cpu(std::string_view table, int cpu) {
    const std::vector<std::string_view> rows = detail::lines(table);
    const std::optional<columns> position =
        rows.empty() ? std::nullopt : find_column(rows.front(), cpu);
    named_counts column;
    for (std::size_t row = 1; position && row < rows.size(); ++row) {
        const std::vector<std::string_view> fields = detail::words(rows[row]);
        if (fields.size() < 1 + position->all || fields.front().size() < 2 ||
            !fields.front().ends_with(':')) {
            continue;
        }
        const detail::count count = detail::counter_of(fields[1 + position->wanted]);
        const bool complete =
            std::all_of(fields.begin() + 1, fields.begin() + 1 + static_cast<long>(position->all),
                        [](std::string_view field) { return detail::integer(field).has_value(); });
        if (complete && count) {
            const std::string_view label = fields.front().substr(0, fields.front().size() - 1);
            column[name_of(label, {fields.begin() + 1 + static_cast<long>(position->all),
                                   fields.end()})] = *count;
        }
    }
    return column;
}

cpu_events read_cpu_events(const machine_files& files, int cpu) {
    cpu_events events;
    events.interrupts = column_of_cpu(files.read("/proc/interrupts").value_or(""), cpu);
    events.softirqs = column_of_cpu(files.read("/proc/softirqs").value_or(""), cpu);
    const std::array single_cpu{cpu};
    if (const auto ticks = detail::ticks_of(files.read("/proc/stat").value_or(""), single_cpu)) {
        events.steal_ticks = ticks->steal;
    }
    events.waited_ns = waited_of(files.read("/proc/thread-self/schedstat").value_or(""));
    return events;
}

std::vector<std::string> counted_between(const cpu_events& before, const cpu_events& after) {
    std::vector<std::string> words;
    add_grown(before.interrupts, after.interrupts, words,
              [](const std::string& name, std::uint64_t times) {
                  return std::to_string(times) + " " + name;
              });
    add_grown(before.softirqs, after.softirqs, words,
              [](const std::string& name, std::uint64_t times) {
                  return "softirq " + name + " " + detail::counted(times, "time");
              });
    if (const std::uint64_t ticks = grown(before.steal_ticks, after.steal_ticks)) {
        words.push_back("steal " + detail::counted(ticks, "tick"));
    }
    if (const std::uint64_t ns = grown(before.waited_ns, after.waited_ns)) {
        words.push_back(fmt::format("waited {:.1f} µs for the CPU", static_cast<double>(ns) / 1e3));
    }
    return words;
}

} // namespace tollgate::environment
