// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>

namespace tollgate::cancel::detail {

/// Calls `call(argument)`. Returns the exception that leaves the call, or null. The end of a thread
/// by pthread_exit(3) or pthread_cancel(3) leaves this function, too. This function is not inline,
/// so that a file that is compiled without exceptions can use it.
std::exception_ptr exception_of(void (*call)(void*), void* argument);

} // namespace tollgate::cancel::detail
