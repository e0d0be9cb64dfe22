// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/misuse.hpp>

#include <cstdio>
#include <cstdlib>

namespace tollgate::cancel::detail {

void misuse(const char* what) noexcept {
    std::fprintf(stderr, "tollgate::cancel: %s\n", what);
    std::abort();
}

} // namespace tollgate::cancel::detail
