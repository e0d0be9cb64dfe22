// SPDX-License-Identifier: BSL-1.0
#pragma once
// Facts that only the compiled program knows about itself: no file of the machine tells them.
//
// A program fills one in, because flags differ between a library and its user. The measured loops
// are the program's, so its own flags are the ones that matter.

#include <string>

namespace tollgate::environment {

struct build_facts {
    bool optimized = false;
    bool assertions = false;
    std::string compiler;
    std::string boost_version;          ///< empty: Boost is not used
    std::string context_implementation; ///< "fcontext" or "ucontext"; empty: no contexts are used
    std::string fiber_library; ///< how Boost.Fiber is linked: "shared" or "static"; empty: not used
    std::string sanitizer;     ///< "address", "thread", …; empty: none
};

/// The flags this library itself was compiled with; the two facts about Boost stay empty.
/// g++ does not tell a program that it is built with the undefined-behaviour sanitizer alone: that
/// one is not seen here.
build_facts facts_of_this_build();

} // namespace tollgate::environment
