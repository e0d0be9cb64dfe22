// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel::detail {

/// A pipe that never blocks and that exec() closes: its two ends, or one descriptor that is both.
struct wake_pipe {
    int reading;
    int writing;
};

/// std::system_error if there is no descriptor left.
[[nodiscard]] wake_pipe open_wake_pipe();

} // namespace tollgate::cancel::detail
