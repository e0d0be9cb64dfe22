// SPDX-License-Identifier: BSL-1.0
//
// How long it takes until a wait that is cancelled has returned.
#include "listing.hpp"

#include "return_loop.hpp"
#include "waits.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/cpu/placement.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/sleep/parker.hpp>

#if defined(__linux__)
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#endif

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <variant>

namespace tollgate::cancel_test {
namespace {

using cpu::placement;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

/// In the table's order.
constexpr std::array placement_order{placement::same, placement::smt, placement::core,
                                     placement::far, placement::free};

/// The waiter has 50 µs to fall asleep; a CPU that idles much longer wakes up more slowly.
constexpr microseconds first_moment{50};
constexpr microseconds last_moment{1'000};
/// Two readings and a wake-up.
constexpr microseconds beside_the_event{100};

constexpr const char* unit_of_ends = "one wait: from before it is ended to its return";

struct returns {
    listing& to;
    cpu::assignment where;
    bool spins;

    [[nodiscard]] std::string name(std::string_view impl, std::string_view waiting_in) const {
        return fmt::format("cancel/cancel_to_return/impl:{}/waiting_in:{}/placement:{}", impl,
                           waiting_in, cpu::to_string(where.where));
    }

    template <class Wait>
    void add(const std::string& full_name, const std::string& reference,
             cancel::policy how = cancel::policy::adaptive) {
        const measure::moments when(first_moment, last_moment, to.chosen.seed);
        to.add(measure::make_event_case(
                   full_name, unit_of_ends, 2,
                   return_loop<Wait>{how, where, spins, std::make_shared<measure::moments>(when)},
                   {when.mean() + beside_the_event, nanoseconds(0)}),
               reference);
    }

    template <class Wait>
    void add_policies(std::string_view waiting_in, const std::string& reference) {
        for (const cancel::policy how : {cancel::policy::adaptive, cancel::policy::asymmetric}) {
            add<Wait>(fmt::format("cancel/cancel_to_return/impl:tollgate/policy:{}/"
                                  "waiting_in:{}/placement:{}",
                                  to_string(how), waiting_in, cpu::to_string(where.where)),
                      reference, how);
        }
    }
};

void add_poll(returns& all) {
#if defined(__linux__)
    const std::string bare = all.name("bare", "poll");
    all.add_policies<poll_token>("poll", bare);
    all.add<sleeper_bare<sleep::eventfd_sleeper>>(bare, bare);
#else
    all.add_policies<poll_token>("poll", "");
#endif
}

void add_loops(returns& all) {
    const std::string flag = all.name("flag", "loop");
    if (!all.spins) {
        all.to.list.unavailable.push_back(
            {flag, "the loop keeps the CPU that it shares with its canceller busy"});
        return;
    }
    all.add<loop_token>(all.name("tollgate/policy:adaptive", "loop"), flag);
    all.add<loop_stop>(all.name("std", "loop"), flag);
    all.add<loop_flag>(flag, flag);
}

void add_returns_at(returns all) {
    const std::string condvar = all.name("bare", "condvar");
    all.add_policies<condvar_token>("condvar", condvar);
    all.add<condvar_stop>(all.name("std", "condvar"), condvar);
    all.add<condvar_bare>(condvar, condvar);
    const std::string sleep = all.name("bare", "sleep");
    all.add_policies<sleep_token>("sleep", sleep);
    all.add<sleeper_bare<sleep::parker>>(sleep, sleep);
    // What the queue sleeps in is a parker, too.
    all.add_policies<queue_token>("queue", sleep);
    add_poll(all);
    add_loops(all);
}

} // namespace

void add_returns(listing& to) {
    for (const placement where : placement_order) {
        const auto& asked = to.chosen.placements;
        if (std::find(asked.begin(), asked.end(), where) == asked.end()) {
            continue;
        }
        const auto place = cpu::assign(where, to.machine, 2);
        if (const auto* no = std::get_if<cpu::unavailable>(&place)) {
            to.list.unavailable.push_back({fmt::format("cancel/cancel_to_return/impl:tollgate/…/"
                                                       "placement:{}",
                                                       cpu::to_string(where)),
                                           no->reason});
            continue;
        }
        add_returns_at({to, std::get<cpu::assignment>(place),
                        where != placement::same && to.machine.threads.size() > 1});
    }
}

} // namespace tollgate::cancel_test
