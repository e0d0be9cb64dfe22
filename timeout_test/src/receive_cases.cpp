// SPDX-License-Identifier: BSL-1.0
#include "receive_cases.hpp"

#include "own_ways.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <chrono>
#include <type_traits>
#include <vector>

namespace tollgate::timeout_test {
namespace {

/// Those of two threads that do not share a CPU learn from their first sleeps, some hundred of up
/// to 100 µs, how long to stay awake.
std::chrono::nanoseconds settling(const stream_place& where) {
    using namespace std::chrono;
    if (where.whom == between::fibers) {
        return microseconds(500);
    }
    return where.at.where == cpu::placement::same ? bench::settling_on_one_cpu(2)
                                                  : nanoseconds(milliseconds(20));
}

/// Of this library, with a clock, in all groups.
template <class Channel>
void add_own(bench::case_table& to, clock_kind clock, const stream_place& where) {
    const auto add = [&]<group How>(std::integral_constant<group, How>) {
        add_receives(to, How, own_impl, clock, where, &make_parts<own_way<Channel, How>>);
    };
    using enum group;
    add(std::integral_constant<group, baseline>());
    add(std::integral_constant<group, timeout>());
    add(std::integral_constant<group, group::sleep>());
    add(std::integral_constant<group, reused_sleep>());
    add(std::integral_constant<group, reused_boxed_sleep>());
    add(std::integral_constant<group, group::deferred>());
}

} // namespace

void add_receives(bench::case_table& to, group of, std::string_view impl, clock_kind clock,
                  const stream_place& where, receive_parts (*make_parts)(exchange&)) {
    const auto at = where.placement();
    const measure::case_key reference =
        of == group::baseline ? receive_key(group::baseline, boost_impl, clock_kind::os, at)
                              : receive_key(group::baseline, impl, clock, at);
    to.add(measure::make_case(receive_key(of, impl, clock, at), "one message, pushed and received",
                              1, where.whom == between::fibers ? 1 : 2,
                              receive_loop{where.whom, where.at, make_parts}, settling(where)),
           reference);
}

void add_receives_between_fibers(bench::case_table& to) {
    const stream_place where{between::fibers, bench::one_cpu(to.machine())};
    for (const clock_kind clock : clocks_called(to.chosen().words.at("clocks"))) {
        with_clock(clock, [&]<class Clock>(std::type_identity<Clock>) {
            add_own<fiber_channel<Clock>>(to, clock, where);
        });
    }
    add_boost(to, where);
}

void add_receives_between_threads(bench::case_table& to) {
    const std::vector<clock_kind> clocks = clocks_called(to.chosen().words.at("clocks"));
    for (const cpu::placement where : bench::near_placements(to.chosen(), to.machine(), false)) {
        const auto place = to.assign(
            where, 2,
            {"timeout/*", {{"between", "threads"}, {"placement", cpu::to_string(where)}}});
        if (!place) {
            continue;
        }
        const stream_place at{between::threads, *place};
        for (const clock_kind clock : clocks) {
            with_clock(clock, [&]<class Clock>(std::type_identity<Clock>) {
                add_own<thread_channel<Clock>>(to, clock, at);
            });
        }
        add_boost(to, at);
    }
}

} // namespace tollgate::timeout_test
