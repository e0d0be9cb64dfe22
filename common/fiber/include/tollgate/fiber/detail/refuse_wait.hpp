// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fiber::detail {

/// Throws the std::logic_error of a wait on a thread without the scheduler that it needs.
[[noreturn, gnu::cold]] void refuse_wait();

} // namespace tollgate::fiber::detail
