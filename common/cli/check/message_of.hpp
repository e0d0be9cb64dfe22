// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <gmock/gmock.h>

#include <string>

namespace tollgate::cli {

/// The message of the Error that `call` throws; fails the check, and is empty, if it throws none.
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

} // namespace tollgate::cli
