// SPDX-License-Identifier: BSL-1.0
#include "faulty_queue_program.hpp"
#include "thread_groups.hpp"

int main(int argc, char** argv) {
    using namespace tollgate::queue_test;
    return run_faulty_queue(argc, argv,
                            {{"trying", mistakes_of<trying_queues<as_threads>>()},
                             {"under_select", selects_with_mistakes()}});
}
