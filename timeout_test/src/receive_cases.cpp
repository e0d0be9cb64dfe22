// SPDX-License-Identifier: BSL-1.0
//
// Receives whose timeouts do not fire.
#include "boost_ways.hpp"
#include "own_ways.hpp"
#include "program.hpp"
#include "receive_loop.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <chrono>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tollgate::timeout_test {
namespace {

/// The two ends of a stream, and where they run.
struct stream_place {
    between ends;
    cpu::assignment at;

    [[nodiscard]] std::optional<cpu::placement> placement() const {
        return ends == between::threads ? std::optional(at.where) : std::nullopt;
    }
    /// Two threads that do not share a CPU learn from their first sleeps, some hundred of up to
    /// 100 µs, how long to spin.
    [[nodiscard]] std::chrono::nanoseconds settling() const {
        using namespace std::chrono;
        if (ends == between::fibers) {
            return microseconds(500);
        }
        return at.where == cpu::placement::same ? bench::settling_on_one_cpu(2)
                                                : nanoseconds(milliseconds(20));
    }
};

/// Adds a stream, to compare with the baseline of its implementation, or a baseline with Boost's.
void add_receives(bench::case_table& to, group timeout_group, std::string_view impl,
                  clock_kind clock, const stream_place& where,
                  receive_parts (*make_parts)(exchange&)) {
    const auto at = where.placement();
    const measure::case_key compared_with =
        timeout_group == group::baseline
            ? receive_key(group::baseline, boost_impl, clock_kind::os, at)
            : receive_key(group::baseline, impl, clock, at);
    to.add(measure::make_case(receive_key(timeout_group, impl, clock, at),
                              "one message, pushed and received", 1,
                              where.ends == between::fibers ? 1 : 2,
                              receive_loop{where.ends, where.at, make_parts}, where.settling()),
           compared_with);
}

/// Adds streams of this library with a clock, in these groups.
template <class Channel, group... Group>
void add_own(bench::case_table& to, clock_kind clock, const stream_place& where) {
    (add_receives(to, Group, own_impl, clock, where, &make_parts<own_way<Channel, Group>>), ...);
}

template <class Kind, class Scheduler>
void add_kind(bench::case_table& to, std::string_view impl, const stream_place& where) {
    add_receives(to, group::baseline, impl, clock_kind::os, where,
                 &make_parts<boost_way<Kind, Scheduler, group::baseline>>);
    add_receives(to, group::timeout, impl, clock_kind::os, where,
                 &make_parts<boost_way<Kind, Scheduler, group::timeout>>);
}

/// Adds streams of this library with each clock, and of Boost's channels under both schedulers.
template <template <class> class Channel>
void add_all(bench::case_table& to, const stream_place& where) {
    using enum group;
    for_each_clock(to.chosen().words.at("clocks"),
                   [&]<class Clock>(clock_kind clock, std::type_identity<Clock>) {
                       add_own<Channel<Clock>, baseline, timeout, group::sleep, reused_sleep,
                               reused_boxed_sleep, group::deferred>(to, clock, where);
                   });
    add_kind<boost_buffered, boost_scheduler>(to, boost_impl, where);
    add_kind<boost_unbuffered, boost_scheduler>(to, "boost_unbuffered", where);
    add_kind<boost_buffered, own_scheduler>(to, "boost_on_tollgate", where);
    add_kind<boost_unbuffered, own_scheduler>(to, "boost_unbuffered_on_tollgate", where);
}

} // namespace

void add_receives_between_fibers(bench::case_table& to) {
    add_all<fiber_channel>(to, {between::fibers, bench::one_cpu(to.machine())});
}

void add_receives_between_threads(bench::case_table& to) {
    for (const cpu::placement where : bench::near_placements(to.chosen(), to.machine(), false)) {
        const auto place = to.assign(
            where, 2,
            {"timeout/*", {{"between", "threads"}, {"placement", cpu::to_string(where)}}});
        if (place) {
            add_all<thread_channel>(to, {between::threads, *place});
        }
    }
}

} // namespace tollgate::timeout_test
