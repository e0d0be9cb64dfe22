// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cancellable.hpp"

#include <gtest/gtest.h>

namespace tollgate::cancel {

/// For what must hold for every sort of token, whichever way it registers.
class every_token : public testing::TestWithParam<token_case> {
protected:
    cancellable subject{GetParam()};
};

inline std::string token_case_name(const testing::TestParamInfo<token_case>& info) {
    return info.param.name();
}

} // namespace tollgate::cancel
