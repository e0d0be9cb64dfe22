// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#if defined(__linux__)
#include "held_idle_latency.hpp"
#include "kernel_calls.hpp"
#endif

#include <tollgate/faults/program_checks.hpp>

namespace {

using namespace tollgate;

/// Whether this machine lets the program have what the case needs.
bool there_is([[maybe_unused]] const measure::case_key& key) {
#if defined(__linux__)
    if (key.is("idle", {"held"})) {
        return !noise_test::held_idle_latency::refusal();
    }
    if (key.path() == "noise/interrupt") {
        return !noise_test::membarrier_refusal();
    }
#endif
    return true;
}

const bool registered = faults::register_program_checks(
    {.what = noise_test::describe_program,
     .listings = LISTINGS,
     .rehearsed = {{"--idle", "10,1000,10000", "--beside", "nothing,smt,core"}},
     .briefly = {"--idle", "100", "--beside", "core"},
     .there_is = there_is});

} // namespace
