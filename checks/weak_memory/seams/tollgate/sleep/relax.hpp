// SPDX-License-Identifier: BSL-1.0
#pragma once
// Replaces relax() of the library sleep: the model checker knows no instruction PAUSE.

namespace tollgate::sleep {

inline void relax() noexcept {}

} // namespace tollgate::sleep
