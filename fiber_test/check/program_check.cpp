// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/faults/program_checks.hpp>

namespace {

using namespace tollgate;

const bool registered = faults::register_program_checks(
    {.what = fiber_test::describe_program, .listings = LISTINGS, .rehearsed = {{"3"}}});

} // namespace
