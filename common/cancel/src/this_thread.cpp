// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/this_thread.hpp>

namespace tollgate::cancel::detail {
namespace {

constinit thread_local std::uintptr_t own_address = 0; // as wide as the number, hence aligned

} // namespace

std::uintptr_t this_thread_by_address() noexcept {
    return reinterpret_cast<std::uintptr_t>(&own_address);
}

} // namespace tollgate::cancel::detail
