// SPDX-License-Identifier: BSL-1.0
//
// Many timers at once, without fibers.
#include "../program.hpp"
#include "alternative_timers.hpp"
#include "armed_loop.hpp"
#include "crowd.hpp"
#include "own_timers.hpp"

#include <tollgate/measure/measured_case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string_view>

namespace tollgate::timeout_test {
namespace {

constexpr std::string_view reference = "heap";

const char* unit_of(act operation) {
    constexpr std::array<const char*, all_acts.size()> units{
        "one timer armed and queued, while others are armed",
        "one armed timer moved to a later deadline", "one armed timer cancelled",
        "one timer armed, queued and cancelled, while others are armed", "one timer that expires"};
    return units[static_cast<std::size_t>(operation)];
}

/// The length of an event and its preparation, for planning: a tree that fits into no cache takes
/// about a microsecond per timer.
std::chrono::nanoseconds event_length(std::uint64_t timers) {
    const std::uint64_t sample =
        std::min<std::uint64_t>(timers, timer_draft::most_in_a_sample) *
        std::max<std::uint64_t>(1, crowds<tree_timers>::least_in_all / timers);
    return std::chrono::nanoseconds(sample * (timers < 100'000 ? 250 : 2'500));
}

template <class Timers>
void add_acts(bench::case_table& to, std::string_view impl, std::uint64_t timers) {
    const auto timer_crowds = std::make_shared<crowds<Timers>>(timers, to.chosen().seed);
    for (const act operation : all_acts) {
        const measure::case_key key(std::string("timeout/armed/").append(to_string(operation)),
                                    {{"impl", impl}, {"timers", timers}});
        to.add(measure::make_event_case(key, unit_of(operation), 1,
                                        armed_loop<Timers>{operation, timer_crowds},
                                        {event_length(timers), std::chrono::nanoseconds(0)}),
               key.with("impl", std::string(reference)));
    }
}

} // namespace

void add_armed(bench::case_table& to) {
    for (const std::uint64_t timers : to.chosen().numbers.at("timers")) {
        add_acts<own_timers<timer::wheel>>(to, "tollgate", timers);
        add_acts<own_timers<timer::fifo>>(to, "tollgate_fifo", timers);
        add_acts<tree_timers>(to, "set", timers);
        add_acts<map_timers>(to, "multimap", timers);
        add_acts<heap_timers>(to, reference, timers);
    }
    to.note(fmt::format(
        "an armed timer of impl:tollgate takes {} bytes in its owner and no other memory; "
        "a set of any number of timers takes {} bytes",
        sizeof(timer::timer), own_timers<timer::wheel>::bytes_of_a_set));
}

} // namespace tollgate::timeout_test
