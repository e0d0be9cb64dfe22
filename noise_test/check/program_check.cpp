// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#if defined(__linux__)
#include "kernel_calls.hpp"
#include <tollgate/posix/held_idle_latency_linux.hpp>
#endif

#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/program_checks.hpp>

#include <gmock/gmock.h>

#include <cstdint>

namespace {

using namespace tollgate;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Whether this machine provides what the case needs.
bool is_built([[maybe_unused]] const measure::case_key& key) {
#if defined(__linux__)
    if (key.is("idle", {"held"})) {
        return !posix::held_idle_latency::refusal();
    }
    if (key.path() == "noise/interrupt") {
        return !noise_test::membarrier_refusal();
    }
#endif
    return true;
}

const bool registered =
    tollgate::testing::register_program_checks({.describe = noise_test::describe_program,
                                                .listings = LISTINGS,
                                                .rehearsed = {{"--idle", "10,1000,10000"}},
                                                .briefly = {"--idle", "100"},
                                                .is_built = is_built});

report::result of_interrupts(std::uint64_t sent, std::uint64_t counted) {
    report::result result = tollgate::testing::fake_result(
        {tollgate::testing::fake_case("noise/interrupt/found:running", {1.0})});
    result.cases[0].record.counted = {{noise_test::interrupts_sent, sent},
                                      {noise_test::interrupts_counted, counted}};
    return result;
}

TEST(noise_program, fails_if_interrupts_do_not_arrive) {
    const cli::program description = noise_test::describe_program();
    EXPECT_THAT(description.failed_self_checks(of_interrupts(10'000, 99)),
                ElementsAre(HasSubstr("found:running: of 10000 calls")));
    EXPECT_THAT(description.failed_self_checks(of_interrupts(10'000, 100)), IsEmpty());
    EXPECT_THAT(description.failed_self_checks(of_interrupts(999, 0)), IsEmpty())
        << "too few to say";
    EXPECT_THAT(description.failed_self_checks({}), IsEmpty());
}

TEST(noise_program, names_self_checks_that_were_not_made) {
    const cli::program description = noise_test::describe_program();
    report::result uncounted = of_interrupts(0, 0);
    uncounted.cases[0].record.counted.clear();
    EXPECT_THAT(description.self_checks_not_made(uncounted),
                ElementsAre(HasSubstr("noise/interrupt/found:running: whether the other CPU was "
                                      "interrupted is not counted here")));
    EXPECT_THAT(description.self_checks_not_made(of_interrupts(999, 0)),
                ElementsAre(HasSubstr("is not judged by 999 calls")));
    EXPECT_THAT(description.self_checks_not_made(of_interrupts(1'000, 0)), IsEmpty());
    EXPECT_THAT(description.self_checks_not_made({}), IsEmpty());
    uncounted.cases[0].record.rounds.clear();
    EXPECT_THAT(description.self_checks_not_made(uncounted), IsEmpty());
}

} // namespace
