// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/testing/program_checks.hpp>

namespace {

using namespace tollgate;

// The second command line has more threads than this machine has CPUs, and each placement.
const bool registered = tollgate::testing::register_program_checks(
    {.describe = lock_test::describe_program,
     .listings = LISTINGS,
     .rehearsed = {{},
                   {"5", "--placement", "same,core,free", "--section", "10", "--pause", "0,10"},
                   {"--sweep", "threads:1,3"}},
     .briefly = {"3"}});

} // namespace
