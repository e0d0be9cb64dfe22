// SPDX-License-Identifier: BSL-1.0
//
// ./testFiber with one case, whose channel is correct, or has the mistake that --mistake names.
#include "channel_loop.hpp"
#include "program.hpp"
#include "scheduler_thread.hpp"
#include "stack_cache.hpp"

#include <tollgate/testing/faulty_program.hpp>

#include <boost/fiber/channel_op_status.hpp>
#include <boost/fiber/unbuffered_channel.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace tollgate::fiber_test {

enum class channel_mistake {
    none,
    drops,   ///< loses a message
    doubles, ///< delivers a message twice
    damages  ///< changes a message
};

/// Makes the mistake with every tenth message.
template <channel_mistake Mistake>
class faulty_channel {
public:
    using value_type = long;

    void push(long message) {
        const bool now = ++pushes_ % 10 == 0;
        if (now && Mistake == channel_mistake::drops) {
            return;
        }
        if (now && Mistake == channel_mistake::doubles) {
            channel_.push(message);
        }
        channel_.push(now && Mistake == channel_mistake::damages ? message + 1 : message);
    }
    boost::fibers::channel_op_status pop(long& message) { return channel_.pop(message); }
    void close() { channel_.close(); }

private:
    boost::fibers::unbuffered_channel<long> channel_;
    std::uint64_t pushes_ = 0;
};

} // namespace tollgate::fiber_test

namespace {

using namespace tollgate;
using namespace tollgate::fiber_test;

constexpr std::size_t small_stack = 65'536; // bytes

/// Messages through a channel.
template <channel_mistake Mistake>
tollgate::testing::mistaken_case make_channel(const char* mistake, scheduler kind) {
    return {mistake, [kind](const cli::options&) {
                const auto threads = std::make_shared<scheduler_threads>(kind, std::nullopt);
                return measure::make_case(
                    "fiber/unbuffered_channel", "one number", 1, 1,
                    channel_loop<faulty_channel<Mistake>>{threads, stack_cache(small_stack)});
            }};
}

} // namespace

int main(int argc, char** argv) {
    cli::program description = describe_program();
    description.name = "fiber_loop";
    using enum channel_mistake;
    return cli::run_program(
        argc, argv,
        tollgate::testing::faulty_program(description,
                                          {make_channel<none>("none", scheduler::tollgate),
                                           make_channel<drops>("drops", scheduler::round_robin),
                                           make_channel<doubles>("doubles", scheduler::round_robin),
                                           make_channel<damages>("damages", scheduler::tollgate)}));
}
