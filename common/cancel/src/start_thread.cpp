// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/start_thread.hpp>

namespace tollgate::cancel::detail {

bool start_thread(std::thread& place, void (*run)(void*), void* argument) noexcept {
    try {
        place = std::thread(run, argument);
        return true;
    } catch (...) { // no thread, or no memory for its beginning
        return false;
    }
}

} // namespace tollgate::cancel::detail
