// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace tollgate::testing {

/// Calls `call`, and returns the message of the exception of type `Error` that `call` throws. If
/// `call` throws nothing, the check fails, and the message is empty.
///
///     const std::string message =
///         tollgate::testing::message_of<std::runtime_error>([] { throw std::runtime_error("no");
///         });
template <class Error, class Call>
std::string message_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

} // namespace tollgate::testing
