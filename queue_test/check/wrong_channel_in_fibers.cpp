// SPDX-License-Identifier: BSL-1.0
#include "as_fibers.hpp"
#include "own_channel.hpp"
#include "wrong_queue_program.hpp"

#include <tollgate/fiber/round_robin.hpp>

int main(int argc, char** argv) {
    using namespace tollgate::queue_test;
    using crew = as_fibers<tollgate::fiber::round_robin>;
    using queues = queues_used_wrongly<own_fiber_channel<message<64>>, crew>;
    return run_wrong_queue<queues>(argc, argv);
}
