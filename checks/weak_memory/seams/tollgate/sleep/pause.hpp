// SPDX-License-Identifier: BSL-1.0
#pragma once
// Replaces the pause of the library sleep: it counts its calls, so no two iterations of a loop
// would be alike.

namespace tollgate::sleep {

class pause {
public:
    void operator()() noexcept {}
};

} // namespace tollgate::sleep
