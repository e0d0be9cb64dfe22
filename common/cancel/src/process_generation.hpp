// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel::detail {

/// To be called before the first `process_generation()` that is kept. std::system_error if there is
/// no memory left.
void watch_for_forks();

/// Another number in a child of fork() than in its parent. Cost: a load, where getpid(2) is a
/// system call.
[[nodiscard]] unsigned process_generation() noexcept;

} // namespace tollgate::cancel::detail
