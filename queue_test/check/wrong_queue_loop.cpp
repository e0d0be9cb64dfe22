// SPDX-License-Identifier: BSL-1.0
#include "crews.hpp"
#include "wrong_queue_program.hpp"

int main(int argc, char** argv) {
    using namespace tollgate::queue_test;
    return run_wrong_queue(argc, argv, {{"trying", mistakes_of<trying_queues<as_threads>>()}});
}
