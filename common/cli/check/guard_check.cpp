// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/run/errors.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <stdexcept>
#include <system_error>

namespace tollgate::cli {
namespace {

TEST(guard, ends_with_the_code_of_the_error_and_one_line) {
    struct thrown {
        int code;
        const char* line;
        std::function<void()> work;
    };
    for (const thrown& error : {
             thrown{2, "--time: 'x' is not a number",
                    [] { throw run::usage_error("--time: 'x' is not a number"); }},
             thrown{2, "'4 5  [31m  ' is not 'für'",
                    [] { throw run::usage_error("'4\n5\r\x1b[31m\t\x7f' is not 'für'"); }},
             thrown{1, "self-check failed: turns lost",
                    [] { throw run::failed_self_check("turns lost"); }},
             thrown{3, "no counter", [] { throw run::machine_refused("no counter"); }},
             thrown{3, "write x: No space left on device",
                    [] { throw std::system_error(ENOSPC, std::generic_category(), "write x"); }},
             thrown{3, "the machine has no more memory to give", [] { throw std::bad_alloc(); }},
             thrown{3, "surprise", [] { throw std::logic_error("surprise"); }},
         }) {
        const auto output = observe([&] {
            return guard("testNothing", [&] {
                error.work();
                return exit_code::success;
            });
        });
        EXPECT_EQ(output.code, error.code) << error.line;
        EXPECT_EQ(output.err, std::string("testNothing: ") + error.line + "\n");
        EXPECT_EQ(output.out, "");
    }
}

TEST(guard, keeps_a_long_message_on_one_line) {
    const captured_output output = observe([] {
        return guard("testNothing", []() -> exit_code {
            throw run::usage_error(std::string(80, 'x') + " and more");
        });
    });
    EXPECT_EQ(output.err, "testNothing: " + std::string(80, 'x') + " and more\n");
}

TEST(guard, a_failed_write_to_stderr_changes_no_exit_code) {
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "no /dev/full here";
    }
    const redirected err(STDERR_FILENO, "/dev/full");
    EXPECT_EQ(guard("testNothing", []() -> exit_code { throw run::usage_error("unheard"); }), 2);
}

} // namespace
} // namespace tollgate::cli
