// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <string>

namespace tollgate::environment {

/// How a program was built.
///
///     environment::build_facts build = environment::facts_of_this_build();
///     build.boost_version = "1.74";
///
/// The program fills this in, because its flags can differ from those of a library, and because the
/// measured loops are compiled with the flags of the program.
struct build_facts {
    bool optimized = false;             ///< with -O1 or more
    bool assertions = false;            ///< without NDEBUG
    std::string compiler;               ///< "g++ 12.2.0"; empty: not known
    std::string boost_version;          ///< empty: Boost is not used
    std::string context_implementation; ///< "fcontext" or "ucontext"; empty: no contexts are used
    std::string fiber_library; ///< how Boost.Fiber is linked: "shared" or "static"; empty: not used
    std::string sanitizer;     ///< "address", "thread", …; empty: none
};

/// How this library was built. The facts about Boost stay empty. With g++, the undefined-behaviour
/// sanitizer alone cannot be detected.
build_facts facts_of_this_build();

} // namespace tollgate::environment
