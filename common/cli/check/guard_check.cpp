// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/guard.hpp>

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <system_error>

namespace tollgate::cli {
namespace {

template <class Error>
seen_outside guarded(const Error& error) {
    return observe([&] { return guard("testNothing", [&]() -> exit_code { throw error; }); });
}

TEST(guard, hands_on_the_exit_code_of_work_that_ends) {
    for (const exit_code code : {exit_code::success, exit_code::wrong_answer, exit_code::usage,
                                 exit_code::refused, exit_code::interrupted}) {
        const auto seen = observe([&] { return guard("testNothing", [&] { return code; }); });
        EXPECT_EQ(seen.code, static_cast<int>(code));
        EXPECT_EQ(seen.out + seen.err, "");
    }
}

TEST(guard, a_usage_error_is_two) {
    const auto seen = guarded(usage_error("--time: 'x' is not a number"));
    EXPECT_EQ(seen.code, 2);
    EXPECT_EQ(seen.err, "testNothing: --time: 'x' is not a number\n");
    EXPECT_EQ(seen.out, "");
}

TEST(guard, a_failed_proof_is_one) {
    const auto seen = guarded(failed_proof("turns lost"));
    EXPECT_EQ(seen.code, 1);
    EXPECT_EQ(seen.err, "testNothing: proof of work failed: turns lost\n");
}

TEST(guard, a_refusal_is_three) {
    const auto seen = guarded(machine_refused("no counter"));
    EXPECT_EQ(seen.code, 3);
    EXPECT_EQ(seen.err, "testNothing: no counter\n");
}

TEST(guard, an_error_of_the_system_is_three_and_says_why) {
    const auto seen = guarded(std::system_error(ENOSPC, std::generic_category(), "write x"));
    EXPECT_EQ(seen.code, 3);
    EXPECT_EQ(seen.err, "testNothing: write x: No space left on device\n");
}

TEST(guard, no_memory_is_three) {
    const auto seen = guarded(std::bad_alloc());
    EXPECT_EQ(seen.code, 3);
    EXPECT_EQ(seen.err, "testNothing: the machine has no more memory to give\n");
}

TEST(guard, any_other_exception_is_three) {
    const auto seen = guarded(std::logic_error("surprise"));
    EXPECT_EQ(seen.code, 3);
    EXPECT_EQ(seen.err, "testNothing: surprise\n");
}

TEST(guard, one_line_whatever_the_user_typed) {
    const auto seen = guarded(usage_error("'4\n5\r\x1b[31m\t\x7f' is not 'für'"));
    EXPECT_EQ(seen.err, "testNothing: '4 5  [31m  ' is not 'für'\n");
}

TEST(guard, a_stderr_that_takes_nothing_changes_no_exit_code) {
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "no /dev/full here";
    }
    const redirected err(STDERR_FILENO, "/dev/full");
    EXPECT_EQ(guard("testNothing", []() -> exit_code { throw usage_error("unheard"); }), 2);
}

} // namespace
} // namespace tollgate::cli
