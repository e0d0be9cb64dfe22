// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "command.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/testing/temporary_folder.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// Runs costSheet on files in a folder.
class command_fixture : public ::testing::Test {
protected:
    [[nodiscard]] std::string result_file(const std::string& name,
                                          const report::result& result) const {
        return folder.write(name, report::to_json(result));
    }

    /// The exit code. What is printed goes to `out` and `err`, and a usage error's message to
    /// `err`.
    cli::exit_code exit_of(const std::vector<std::string>& arguments) {
        std::string refusal;
        cli::exit_code code = cli::exit_code::usage;
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        try {
            code = run(arguments);
        } catch (const run::usage_error& error) {
            refusal = error.what();
        }
        out = ::testing::internal::GetCapturedStdout();
        err = ::testing::internal::GetCapturedStderr() + refusal;
        return code;
    }

    std::string printed(const std::vector<std::string>& arguments,
                        cli::exit_code code = cli::exit_code::success) {
        EXPECT_EQ(exit_of(arguments), code) << err;
        return out;
    }

    /// The message of a usage error before anything is printed.
    std::string refusal(const std::vector<std::string>& arguments) {
        EXPECT_EQ(exit_of(arguments), cli::exit_code::usage);
        EXPECT_EQ(out, "");
        return err;
    }

    testing::temporary_folder folder;
    std::string out;
    std::string err;
};

} // namespace tollgate::cost_sheet
