// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/faults/program_checks.hpp>

namespace {

using namespace tollgate;

const bool registered =
    faults::register_program_checks({.what = thread_test::describe_program,
                                     .listings = LISTINGS,
                                     .rehearsed = {{}, {"--sweep", "threads:2,3,9"}},
                                     .briefly = {"5"}});

} // namespace
