// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdlib>
#include <string>

namespace tollgate::guest {

/// The program of wrong guests. Where a mistake is put into the library, these checks are built
/// without CMake, and the environment names it.
inline std::string wrong_guest_path() {
#ifdef WRONG_GUEST
    return WRONG_GUEST;
#else
    return std::getenv("WRONG_GUEST");
#endif
}

} // namespace tollgate::guest
