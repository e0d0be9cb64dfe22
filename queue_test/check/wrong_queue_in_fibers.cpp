// SPDX-License-Identifier: BSL-1.0
#include "as_fibers.hpp"
#include "wrong_queue_program.hpp"

#include <boost/fiber/algo/round_robin.hpp>

int main(int argc, char** argv) {
    using namespace tollgate::queue_test;
    using crew = as_fibers<boost::fibers::algo::round_robin>;
    return run_wrong_queue<trying_queues<crew>>(argc, argv);
}
