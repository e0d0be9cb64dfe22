// SPDX-License-Identifier: BSL-1.0
//
// A measuring program whose only loop is right, or has the mistake that --mistake names.
#include "baton_ring.hpp"
#include "condvar_baton.hpp"
#include "wrong_ring.hpp"

#include <tollgate/faults/wrong_case.hpp>
#include <tollgate/faults/wrong_program.hpp>

#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;

measure::measured_case make_ring(const std::string& name, std::uint64_t threads,
                                 faults::mistake made) {
    if (made == faults::mistake::none) {
        return measure::make_case(name, "one hand-off", threads, threads,
                                  baton_ring<condvar_baton>{threads, {}});
    }
    return faults::make_wrong_case(name, "one hand-off", threads, threads,
                                   wrong_ring{threads, made});
}

} // namespace

int main(int argc, char** argv) {
    return cli::run_program(argc, argv,
                            faults::describe({.name = "wrong_thread_loop",
                                              .loop = "thread/ring",
                                              .members = "threads",
                                              .members_range = {2, 100},
                                              .kind = "Thread",
                                              .make = make_ring}));
}
