// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/cpu_list.hpp>

#include <charconv>
#include <set>
#include <stdexcept>
#include <system_error>

namespace tollgate::cpu {
namespace {

[[noreturn]] void reject(std::string_view text) {
    throw std::invalid_argument("CPU list \"" + std::string(text) +
                                "\": expected CPU numbers 0 to " +
                                std::to_string(highest_cpu_in_list) +
                                " and ascending ranges, separated by commas, such as 0-3,5");
}

int parse_number(std::string_view digits, std::string_view whole) {
    // Unsigned, because from_chars takes a minus sign for a signed type.
    unsigned value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc{} || stop != end || value > unsigned{highest_cpu_in_list}) {
        reject(whole);
    }
    return static_cast<int>(value);
}

} // namespace

std::vector<int> parse_cpu_list(std::string_view text) {
    std::set<int> cpus;
    std::string_view rest = text;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const std::string_view part = rest.substr(0, comma);
        const std::size_t dash = part.find('-');
        const int first = parse_number(part.substr(0, dash), text);
        const int last = dash == part.npos ? first : parse_number(part.substr(dash + 1), text);
        if (last < first) {
            reject(text);
        }
        for (int cpu = first; cpu <= last; ++cpu) {
            cpus.insert(cpu);
        }
        more = comma != rest.npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
    }
    return {cpus.begin(), cpus.end()};
}

std::string format_cpu_list(std::span<const int> cpus) {
    const std::set<int> sorted(cpus.begin(), cpus.end());
    std::string text;
    for (auto next = sorted.begin(); next != sorted.end();) {
        const int first = *next;
        int last = first;
        for (++next; next != sorted.end() && *next == last + 1; ++next) {
            last = *next;
        }
        if (!text.empty()) {
            text += ',';
        }
        text += std::to_string(first);
        if (last != first) {
            text += '-';
            text += std::to_string(last);
        }
    }
    return text;
}

} // namespace tollgate::cpu
