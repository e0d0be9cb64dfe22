// SPDX-License-Identifier: BSL-1.0
#include "cancelling_loop.hpp"
#include "program.hpp"
#include "return_loop.hpp"
#include "waits.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/measure/moments.hpp>
#if defined(__linux__)
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#endif
#include <tollgate/sleep/parker.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::cancel_test {
namespace {

using cpu::placement;
using measure::case_key;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

/// More than the time to make a token, its handler and its guard, and to cancel it.
constexpr nanoseconds time_per_token{300};
constexpr microseconds least_time{5};

std::string unit_text(std::uint64_t tokens, beside neighbor) {
    const char* const with = neighbor == beside::spinner ? " while another thread spins" : "";
    return tokens == 1 ? fmt::format("one cancel() of one token with an empty handler{}", with)
                       : fmt::format("one cancel() of {} tokens with an empty handler each{}",
                                     tokens, with);
}

template <class Registered>
void add_cancelling(bench::case_table& to, const case_key& key, const case_key& reference,
                    const cancelling_loop<Registered>& loop) {
    const auto tokens = static_cast<std::int64_t>(loop.tokens);
    to.add(measure::make_event_case(key, unit_text(loop.tokens, loop.neighbor), 1, loop,
                                    {least_time + tokens * time_per_token, nanoseconds(0)}),
           reference);
}

void add_cancellations_with(bench::case_table& to, std::uint64_t tokens, beside neighbor) {
    const auto key = [&](const char* impl, std::vector<measure::parameter> parameters) {
        parameters.emplace_back("tokens", tokens);
        if (neighbor == beside::spinner) {
            parameters.emplace_back("beside", "spinner");
        }
        return make_key("cancel", impl, std::move(parameters));
    };
    const case_key reference = key("std", {});
    add_cancelling(to, key("tollgate", {{"registrations", std::uint64_t{1}}}), reference,
                   cancelling_loop<registered_tokens<1>>{tokens, neighbor});
    add_cancelling(to, key("tollgate", {{"registrations", std::uint64_t{2}}}), reference,
                   cancelling_loop<registered_tokens<2>>{tokens, neighbor});
    add_cancelling(to, reference, reference,
                   cancelling_loop<registered_callbacks>{tokens, neighbor});
}

/// The waiter has 50 µs to fall asleep. A CPU that idles much longer wakes up more slowly.
constexpr microseconds earliest_moment{50};
constexpr microseconds latest_moment{1'000};
/// For two readings and a wake-up.
constexpr microseconds time_besides{100};

/// The cases of one placement: returns from waits, with two threads.
struct returns {
    bench::case_table& to;
    cpu::assignment place;
    bool spins;

    [[nodiscard]] case_key key(std::string_view impl, std::string_view waiting_in) const {
        return make_key("cancel_to_return", impl,
                        {{"waiting_in", waiting_in}, {"placement", cpu::to_string(place.where)}});
    }

    template <class Wait>
    void add(const case_key& waiting, const case_key& reference) {
        const measure::moments when(earliest_moment, latest_moment, to.chosen().seed);
        to.add(measure::make_event_case(
                   waiting, "one wait: from its cancellation to its return", 2,
                   return_loop<Wait>{place, spins, std::make_shared<measure::moments>(when)},
                   {when.mean() + time_besides, nanoseconds(0)}),
               reference);
    }
};

void add_loops(returns& all) {
    const case_key flag = all.key("flag", "loop");
    if (!all.spins) {
        all.to.refuse(flag, "the loop would keep the CPU busy that its canceller needs");
        return;
    }
    all.add<loop_token>(all.key("tollgate", "loop"), flag);
    all.add<loop_stop>(all.key("std", "loop"), flag);
    all.add<loop_flag>(flag, flag);
}

void add_returns_at(returns all) {
    const case_key condvar = all.key("bare", "condvar");
    all.add<condvar_token>(all.key("tollgate", "condvar"), condvar);
    all.add<condvar_stop>(all.key("std", "condvar"), condvar);
    all.add<condvar_bare>(condvar, condvar);
    const case_key sleep = all.key("bare", "sleep");
    all.add<sleep_token>(all.key("tollgate", "sleep"), sleep);
    all.add<sleeper_bare<sleep::parker>>(sleep, sleep);
    // The queue sleeps in a parker, too.
    all.add<queue_token>(all.key("tollgate", "queue"), sleep);
#if defined(__linux__)
    const case_key poll = all.key("bare", "poll");
    all.add<poll_token>(all.key("tollgate", "poll"), poll);
    all.add<sleeper_bare<sleep::eventfd_sleeper>>(poll, poll);
#else
    all.add<poll_token>(all.key("tollgate", "poll"), {});
#endif
    add_loops(all);
}

} // namespace

void add_cancellations(bench::case_table& to) {
    for (const std::uint64_t tokens : to.chosen().numbers.at("tokens")) {
        add_cancellations_with(to, tokens, beside::sleeper);
    }
    if (!to.chosen().sweep && to.machine().threads.size() > 1) {
        add_cancellations_with(to, 1, beside::spinner);
    }
}

void add_returns(bench::case_table& to) {
    for (const placement where : bench::ordered_placements(to.chosen(), to.machine())) {
        const case_key all_cases("cancel/cancel_to_return", {{"placement", cpu::to_string(where)}});
        if (const auto place = to.assign(where, 2, all_cases)) {
            add_returns_at(
                {to, *place, where != placement::same && to.machine().threads.size() > 1});
        }
    }
}

} // namespace tollgate::cancel_test
