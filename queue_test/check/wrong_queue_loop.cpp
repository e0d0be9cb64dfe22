// SPDX-License-Identifier: BSL-1.0
#include "crew.hpp"
#include "wrong_queue_program.hpp"

int main(int argc, char** argv) {
    return tollgate::queue_test::run_wrong_queue<tollgate::queue_test::as_threads>(argc, argv);
}
