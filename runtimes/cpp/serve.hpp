// SPDX-License-Identifier: BSL-1.0
// The protocol of docs/other_runtimes.md, for all runtimes in C++.
#pragma once

#include "batch.hpp"

#include <string>
#include <vector>

namespace runtime {

struct offer {
    std::string name;
    std::string text;    ///< of the greeting, behind the name
    std::string members; ///< the parameter that has the number of members, if there is one
    outcome (*run)(const batch&);
};

struct greeting {
    std::string runtime;
    std::string version;
    std::vector<std::string> notes;
    std::vector<offer> offers;
};

/// Answers until the input ends. The exception of a loop is answered as an error.
void serve(const greeting& with);

/// Name and version of the compiler, as a part of a version.
[[nodiscard]] std::string compiler();

} // namespace runtime
