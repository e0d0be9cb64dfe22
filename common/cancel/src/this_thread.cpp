// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/this_thread.hpp>

#include <cerrno>

namespace tollgate::cancel::detail {

/// The system's own variable, not one of this library: shared objects that have the library each
/// for itself must agree on who owns a token that passes between them.
std::uintptr_t this_thread_by_address() noexcept {
    static_assert(alignof(decltype(errno)) % 4 == 0);
    return reinterpret_cast<std::uintptr_t>(&errno);
}

} // namespace tollgate::cancel::detail
