// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/exception_of.hpp>

namespace tollgate::cancel::detail {

std::exception_ptr exception_of(void (*call)(void*), void* argument) {
    try {
        call(argument);
    } catch (...) {
        if (std::exception_ptr thrown = std::current_exception()) {
            return thrown;
        }
        throw; // the end of the thread, which is not an exception of C++
    }
    return nullptr;
}

} // namespace tollgate::cancel::detail
