// SPDX-License-Identifier: BSL-1.0
//
// ./testTimeout with one case of timers, which are right, or make the mistake that --mistake names.
#include "armed/armed_loop.hpp"
#include "armed/peer_timers.hpp"
#include "armed/timer_draft.hpp"
#include "program.hpp"

#include <tollgate/faults/wrong_program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <chrono>
#include <cstddef>
#include <memory>

namespace tollgate::timeout_test {

enum class timer_mistake {
    none,
    early,     ///< a millisecond, all of them
    late,      ///< by a millisecond, all of them
    with_next, ///< those of the next second, as soon as one is due
    twice,     ///< one of a pass
    not_ever   ///< one of a pass
};

/// Timers that are right but for that.
template <timer_mistake Made>
class wrong_timers {
public:
    static constexpr bool in_order = false;
    static constexpr moment resolution{0};

    explicit wrong_timers(std::size_t timers) : right_(timers) {}

    void arm(std::size_t which, moment deadline) { right_.arm(which, deadline); }
    void rearm(std::size_t which, moment deadline) { right_.rearm(which, deadline); }
    void cancel(std::size_t which) { right_.cancel(which); }

    template <class With>
    void pass(moment now, With with) {
        bool first = true;
        const auto expire = [&](std::size_t which) {
            if (!first || Made != timer_mistake::not_ever) {
                with(which);
            }
            if (first && Made == timer_mistake::twice) {
                with(which);
            }
            first = false;
        };
        right_.pass(now + off(), expire);
        if (!first && Made == timer_mistake::with_next) {
            right_.pass(now + std::chrono::seconds(1), expire);
        }
    }

private:
    static constexpr moment off() {
        if (Made == timer_mistake::early) {
            return std::chrono::milliseconds(1);
        }
        return Made == timer_mistake::late ? -std::chrono::milliseconds(1)
                                           : std::chrono::milliseconds(0);
    }

    tree_timers right_;
};

} // namespace tollgate::timeout_test

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

template <timer_mistake Made>
measure::measured_case expiring(const cli::options& /*chosen*/) {
    using timers = wrong_timers<Made>;
    return measure::make_event_case(
        {"timeout/armed/expire", {{"impl", "wrong"}}}, "one timer", 1,
        armed_loop<timers>{act::expire, std::make_shared<crowds<timers>>(200, 1)},
        {std::chrono::milliseconds(1), std::chrono::nanoseconds(0)});
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "timer_loop";
    using enum timer_mistake;
    return cli::run_program(argc, argv,
                            faults::wrong_program(what, {{"none", expiring<none>},
                                                         {"early", expiring<early>},
                                                         {"late", expiring<late>},
                                                         {"with_next", expiring<with_next>},
                                                         {"twice", expiring<twice>},
                                                         {"not_ever", expiring<not_ever>}}));
}
