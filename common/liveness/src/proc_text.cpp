// SPDX-License-Identifier: BSL-1.0
#include "proc_text.hpp"

#include <charconv>
#include <cstdint>
#include <system_error>

namespace tollgate::liveness::detail {
namespace {

std::optional<std::int64_t> take_number(std::string_view& text) {
    while (text.starts_with(' ')) {
        text.remove_prefix(1);
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

} // namespace

std::optional<char> run_state_of(std::string_view stat) {
    const std::size_t end_of_name = stat.rfind(')');
    if (end_of_name == std::string_view::npos || end_of_name + 2 >= stat.size()) {
        return std::nullopt;
    }
    return stat[end_of_name + 2];
}

std::optional<cpu_times> cpu_times_of(std::string_view schedstat) {
    const auto ran = take_number(schedstat);
    const auto waited = take_number(schedstat);
    const auto turns = take_number(schedstat);
    if (!ran || !waited || !turns || *turns == 0) {
        return std::nullopt;
    }
    return cpu_times{std::chrono::nanoseconds(*ran), std::chrono::nanoseconds(*waited)};
}

std::string_view wait_channel_of(std::string_view wchan) {
    const std::string_view first_line = wchan.substr(0, wchan.find('\n'));
    return first_line == "0" ? std::string_view() : first_line;
}

} // namespace tollgate::liveness::detail
