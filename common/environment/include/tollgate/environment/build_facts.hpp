// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <string>

namespace tollgate::environment {

/// Facts about the build of a program.
///
///     environment::build_facts build = environment::facts_of_this_build();
///     build.boost_version = "1.74";
///
/// The facts must be those of the program, because the measured loops are compiled with the flags
/// of the program. If these flags differ from the flags of this library, set the members yourself.
struct build_facts {
    bool optimized = false;             ///< whether built with -O1 or more
    bool assertions = false;            ///< whether built without NDEBUG
    std::string compiler;               ///< "g++ 12.2.0"; empty: not known
    std::string boost_version;          ///< empty: Boost is not used
    std::string context_implementation; ///< "fcontext" or "ucontext"; empty: no contexts are used
    std::string fiber_library; ///< how Boost.Fiber is linked: "shared" or "static"; empty: not used
    std::string sanitizer;     ///< "address", "thread", …; empty: none
};

/// Returns the facts about the build of this library. The facts about Boost stay empty. With g++,
/// the function does not detect a build that has only the undefined-behaviour sanitizer.
build_facts facts_of_this_build();

} // namespace tollgate::environment
