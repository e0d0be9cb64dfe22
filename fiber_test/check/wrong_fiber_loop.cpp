// SPDX-License-Identifier: BSL-1.0
//
// ./testFiber with one case, whose loop is right, or has the mistake that --mistake names.
#include "channel_loop.hpp"
#include "fiber_lane.hpp"
#include "program.hpp"
#include "stack_cache.hpp"
#include "yield_ring.hpp"

#include <tollgate/faults/wrong_case.hpp>
#include <tollgate/faults/wrong_program.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <boost/fiber/channel_op_status.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
#include <boost/fiber/unbuffered_channel.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tollgate::fiber_test {

enum class channel_mistake {
    none,
    drops,   ///< a message does not come
    doubles, ///< it comes twice
    damages  ///< another one comes
};

/// Makes its mistake with every tenth message.
template <channel_mistake Made>
class wrong_channel {
public:
    using value_type = long;

    void push(long message) {
        const bool now = ++pushes_ % 10 == 0;
        if (now && Made == channel_mistake::drops) {
            return;
        }
        if (now && Made == channel_mistake::doubles) {
            right_.push(message);
        }
        right_.push(now && Made == channel_mistake::damages ? message + 1 : message);
    }
    boost::fibers::channel_op_status pop(long& message) { return right_.pop(message); }
    void close() { right_.close(); }

private:
    boost::fibers::unbuffered_channel<long> right_;
    std::uint64_t pushes_ = 0;
};

/// A ring of yields with a mistake in it.
struct wrong_ring {
    std::shared_ptr<fiber_lanes> lanes;
    std::size_t fibers;
    faults::mistake made;

    template <class Probe, class Stamps>
    measure::loop_report operator()(Probe& probe, Stamps& stamps) const {
        faults::wrong_turns turns(probe, stamps, fibers, made);
        lanes->timed().run([&] {
            std::vector<boost::fibers::fiber> members;
            for (std::size_t i = 0; i < fibers; ++i) {
                members.emplace_back([&turns, i] {
                    while (!turns.ended() && turns.take(i)) {
                        boost::this_fiber::yield();
                    }
                });
            }
            for (boost::fibers::fiber& one : members) {
                one.join();
            }
        });
        measure::loop_report report;
        report.turns = turns.turns();
        return report;
    }
};

} // namespace tollgate::fiber_test

namespace {

using namespace tollgate;
using namespace tollgate::fiber_test;

constexpr std::size_t small_stack = 65'536; // bytes

/// Yields in a ring.
measure::measured_case make_ring(const cli::options& chosen, faults::mistake made) {
    const auto lanes = std::make_shared<fiber_lanes>(scheduler::round_robin, std::nullopt);
    const std::uint64_t fibers = chosen.members;
    const measure::case_key key("fiber/ring", {{"fibers", fibers}});
    if (made == faults::mistake::none) {
        return measure::make_case(key, "one yield", fibers, 1,
                                  yield_ring{lanes, fibers, stack_cache(small_stack)});
    }
    return faults::make_wrong_case(key, "one yield", fibers, 1, wrong_ring{lanes, fibers, made});
}

/// Messages through a channel.
template <channel_mistake Made>
faults::mistaken_case make_channel(const char* mistake, scheduler which) {
    return {mistake, [which](const cli::options&) {
                const auto lanes = std::make_shared<fiber_lanes>(which, std::nullopt);
                return measure::make_case(
                    "fiber/unbuffered_channel", "one number", 1, 1,
                    channel_loop<wrong_channel<Made>>{lanes, stack_cache(small_stack)});
            }};
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "fiber_loop";
    std::vector<faults::mistaken_case> cases = faults::mistaken_turns(make_ring);
    using enum channel_mistake;
    cases.push_back(make_channel<none>("none_in_channel", scheduler::tollgate));
    cases.push_back(make_channel<drops>("drops", scheduler::round_robin));
    cases.push_back(make_channel<doubles>("doubles", scheduler::round_robin));
    cases.push_back(make_channel<damages>("damages", scheduler::tollgate));
    return cli::run_program(argc, argv, faults::wrong_program(what, cases));
}
