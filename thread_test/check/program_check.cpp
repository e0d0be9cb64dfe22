// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/testing/program_checks.hpp>

namespace {

using namespace tollgate;

const bool registered = tollgate::testing::register_program_checks(
    {.describe = thread_test::describe_program,
     .listings = LISTINGS,
     .rehearsed = {{}, {"--sweep", "threads:2,3,9"}, {"--matrix"}},
     .briefly = {"5"}});

} // namespace
