// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <thread>

namespace tollgate::liveness::detail {

/// Waits for the end of a thread of a registry, if there is one. The calling thread itself is left
/// alone: it is inside a function of the program that ends the process, and never comes back.
void join_or_leave(std::thread& one) noexcept;

/// Of a thread of a registry, after it has called such a function: ends the program with a sentence
/// if the registry was destroyed in there.
void refuse_if_ended_inside() noexcept;

} // namespace tollgate::liveness::detail
