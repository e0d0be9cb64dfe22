// SPDX-License-Identifier: BSL-1.0
//
// ./testFiber with one case, whose channel is right, or has the mistake that --mistake names.
#include "channel_loop.hpp"
#include "fiber_lane.hpp"
#include "program.hpp"
#include "stack_cache.hpp"

#include <tollgate/faults/wrong_program.hpp>

#include <boost/fiber/channel_op_status.hpp>
#include <boost/fiber/unbuffered_channel.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

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

} // namespace tollgate::fiber_test

namespace {

using namespace tollgate;
using namespace tollgate::fiber_test;

constexpr std::size_t small_stack = 65'536; // bytes

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
    using enum channel_mistake;
    return cli::run_program(
        argc, argv,
        faults::wrong_program(what, {make_channel<none>("none", scheduler::tollgate),
                                     make_channel<drops>("drops", scheduler::round_robin),
                                     make_channel<doubles>("doubles", scheduler::round_robin),
                                     make_channel<damages>("damages", scheduler::tollgate)}));
}
