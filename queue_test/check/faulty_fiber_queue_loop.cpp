// SPDX-License-Identifier: BSL-1.0
#include "faulty_queue_program.hpp"
#include "fiber_groups.hpp"
#include "own_channel.hpp"

#include <tollgate/fiber/round_robin.hpp>

#include <boost/fiber/algo/round_robin.hpp>

int main(int argc, char** argv) {
    using namespace tollgate::queue_test;
    using ours = tollgate::fiber::round_robin;
    using boosts = boost::fibers::algo::round_robin;
    using channel = own_fiber_channel<message<64>>;
    return run_faulty_queue(
        argc, argv,
        {{"trying", drops_of<trying_queues<as_fibers<boosts>>>()},
         {"channel", drops_of<queues_with_lost_push<channel, as_fibers<ours>>>()}});
}
