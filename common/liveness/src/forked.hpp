// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::liveness::detail {

class core;

/// From now on, until it is forgotten: who forks holds its locks meanwhile, and the child starts it
/// anew. Throws std::system_error.
void watch_for_fork(core& one);
void forget_for_fork(core& one) noexcept;

} // namespace tollgate::liveness::detail
