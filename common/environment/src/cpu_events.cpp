// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/cpu_events.hpp>

#include "text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace tollgate::environment {
namespace {

using named_counts = std::map<std::string, std::uint64_t>;

/// The column of the CPU, and the number of columns. CPUs that are offline have none.
struct columns {
    std::size_t wanted = 0;
    std::size_t all = 0;
};

std::optional<columns> find_column(std::string_view header, int cpu) {
    const std::vector<std::string_view> names = detail::words(header);
    const auto found = std::find(names.begin(), names.end(), "CPU" + std::to_string(cpu));
    if (found == names.end()) {
        return std::nullopt;
    }
    return columns{static_cast<std::size_t>(found - names.begin()), names.size()};
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

/// 0 if a counter is not known, or ran backwards.
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
    const std::optional<columns> of = rows.empty() ? std::nullopt : find_column(rows.front(), cpu);
    named_counts column;
    for (std::size_t row = 1; of && row < rows.size(); ++row) {
        const std::vector<std::string_view> fields = detail::words(rows[row]);
        if (fields.size() < 1 + of->all || fields.front().size() < 2 ||
            !fields.front().ends_with(':')) {
            continue;
        }
        const detail::count count = detail::counter_of(fields[1 + of->wanted]);
        const bool complete =
            std::all_of(fields.begin() + 1, fields.begin() + 1 + static_cast<long>(of->all),
                        [](std::string_view field) { return detail::integer(field).has_value(); });
        if (complete && count) {
            const std::string_view label = fields.front().substr(0, fields.front().size() - 1);
            column[name_of(
                label, {fields.begin() + 1 + static_cast<long>(of->all), fields.end()})] = *count;
        }
    }
    return column;
}

cpu_events read_cpu_events(const machine_files& files, int cpu) {
    cpu_events seen;
    seen.interrupts = column_of_cpu(files.read("/proc/interrupts").value_or(""), cpu);
    seen.softirqs = column_of_cpu(files.read("/proc/softirqs").value_or(""), cpu);
    const std::array one{cpu};
    if (const auto ticks = detail::ticks_of(files.read("/proc/stat").value_or(""), one)) {
        seen.steal_ticks = ticks->steal;
    }
    seen.waited_ns = waited_of(files.read("/proc/thread-self/schedstat").value_or(""));
    return seen;
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
