// SPDX-License-Identifier: BSL-1.0
#include "coroutine_cases.hpp"
#include "program.hpp"

#include <tollgate/testing/program_checks.hpp>

namespace {

using namespace tollgate;

const bool registered = tollgate::testing::register_program_checks(
    {.describe = fiber_test::describe_program,
     .listings = LISTINGS,
     .rehearsed = {{"3"}},
     .is_built = [](const measure::case_key& key) {
         return !key.is("frame", {"elided"}) || fiber_test::leaves_out_frames();
     }});

} // namespace
