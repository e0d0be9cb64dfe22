// SPDX-License-Identifier: BSL-1.0
//
// ./testTimeout with one case of timers; --mistake names their mistake.
#include "armed/alternative_timers.hpp"
#include "armed/armed_loop.hpp"
#include "armed/timer_draft.hpp"
#include "program.hpp"
#include "tick_loop.hpp"

#include <tollgate/measure/measured_case.hpp>
#include <tollgate/testing/faulty_program.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace tollgate::timeout_test {

enum class timer_mistake {
    none,
    early,     ///< all timers, by a millisecond
    late,      ///< all timers, by a millisecond
    with_next, ///< with one timer all timers of the next second
    twice,     ///< one timer of a pass
    not_ever   ///< one timer of a pass
};

/// Timers with one mistake.
template <timer_mistake Mistake>
class faulty_timers {
public:
    static constexpr bool in_order = false;
    static constexpr moment resolution{0};

    explicit faulty_timers(std::size_t timers) : timers_(timers) {}

    void arm(std::size_t index, moment deadline) { timers_.arm(index, deadline); }
    void rearm(std::size_t index, moment deadline) { timers_.rearm(index, deadline); }
    void cancel(std::size_t index) { timers_.cancel(index); }

    template <class Handler>
    void pass(moment now, Handler handler) {
        bool first = true;
        const auto expire = [&](std::size_t index) {
            if (!first || Mistake != timer_mistake::not_ever) {
                handler(index);
            }
            if (first && Mistake == timer_mistake::twice) {
                handler(index);
            }
            first = false;
        };
        timers_.pass(now + offset(), expire);
        if (!first && Mistake == timer_mistake::with_next) {
            timers_.pass(now + std::chrono::seconds(1), expire);
        }
    }

private:
    static constexpr moment offset() {
        if (Mistake == timer_mistake::early) {
            return std::chrono::milliseconds(1);
        }
        return Mistake == timer_mistake::late ? -std::chrono::milliseconds(1)
                                              : std::chrono::milliseconds(0);
    }

    tree_timers timers_;
};

/// A ticker that forgets a tick, and does not say so.
struct forgetful_ticker : cancel::ticker {
    using cancel::ticker::ticker;

    std::optional<std::uint64_t> wait(const cancel::token& cancellation) {
        cancel::ticker::wait(cancellation);
        return cancel::ticker::wait(cancellation);
    }
};

} // namespace tollgate::timeout_test

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

template <timer_mistake Mistake>
measure::measured_case expiring(const cli::options& /*chosen*/) {
    using timers = faulty_timers<Mistake>;
    return measure::make_event_case(
        {"timeout/armed/expire", {{"impl", "faulty"}}}, "one timer", 1,
        armed_loop<timers>{act::expire, std::make_shared<crowds<timers>>(200, 1)},
        {std::chrono::milliseconds(1), std::chrono::nanoseconds(0)});
}

measure::measured_case ticking(const cli::options& /*chosen*/) {
    return measure::make_case({"timeout/tick", {{"impl", "faulty"}}}, "one tick", 1, 1,
                              tick_loop<forgetful_ticker>{timer::missed_ticks::skip});
}

} // namespace

int main(int argc, char** argv) {
    cli::program description = describe_program();
    description.name = "timer_loop";
    using enum timer_mistake;
    return cli::run_program(
        argc, argv,
        tollgate::testing::faulty_program(description, {{"none", expiring<none>},
                                                        {"early", expiring<early>},
                                                        {"late", expiring<late>},
                                                        {"with_next", expiring<with_next>},
                                                        {"twice", expiring<twice>},
                                                        {"not_ever", expiring<not_ever>},
                                                        {"forgets_ticks", ticking}}));
}
