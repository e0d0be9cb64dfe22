// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::liveness_test {

/// From now on the calling thread runs when nobody else wants its CPU, or hardly more often. False
/// if the system has no such thing.
[[nodiscard]] bool put_last();

} // namespace tollgate::liveness_test
