// SPDX-License-Identifier: BSL-1.0
// Verdicts on how the program was compiled, as it told us, and on how this library was.
#include <tollgate/environment/build_facts.hpp>

#include "examiner.hpp"
#include "text.hpp"

namespace tollgate::environment {
namespace {

std::string version(int major, int minor, int patch) {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

#if defined(__clang__)
std::string compiler() {
    return "clang " + version(__clang_major__, __clang_minor__, __clang_patchlevel__);
}
#elif defined(__GNUC__)
std::string compiler() {
    return "g++ " + version(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
}
#else
std::string compiler() {
    return {};
}
#endif

#if defined(__OPTIMIZE__)
constexpr bool optimized = true;
#else
constexpr bool optimized = false;
#endif

#if defined(NDEBUG)
constexpr bool assertions = false;
#else
constexpr bool assertions = true;
#endif

// clang answers through __has_feature, g++ through macros of its own.
#if defined(__has_feature)
#define TOLLGATE_HAS_FEATURE(feature) __has_feature(feature)
#else
#define TOLLGATE_HAS_FEATURE(feature) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || TOLLGATE_HAS_FEATURE(address_sanitizer)
constexpr const char* sanitizer = "address";
#elif defined(__SANITIZE_THREAD__) || TOLLGATE_HAS_FEATURE(thread_sanitizer)
constexpr const char* sanitizer = "thread";
#elif TOLLGATE_HAS_FEATURE(memory_sanitizer)
constexpr const char* sanitizer = "memory";
#elif TOLLGATE_HAS_FEATURE(undefined_behavior_sanitizer)
constexpr const char* sanitizer = "undefined";
#else
constexpr const char* sanitizer = "";
#endif

} // namespace

build_facts facts_of_this_build() {
    build_facts facts;
    facts.optimized = optimized;
    facts.assertions = assertions;
    facts.compiler = compiler();
    facts.sanitizer = sanitizer;
    return facts;
}

namespace detail {

std::optional<verdict> build_type(const machine_files&, const program_facts& program) {
    const build_facts& build = program.build;
    std::vector<std::string> facts;
    if (!build.compiler.empty()) {
        facts.push_back(build.compiler);
    }
    facts.push_back(build.optimized ? "optimized" : "not optimized");
    if (build.assertions) {
        facts.push_back("assertions on");
    }
    if (!build.sanitizer.empty()) {
        facts.push_back(build.sanitizer + " sanitizer");
    }

    std::string found = joined(facts, ", ");
    if (build.optimized && !build.assertions && build.sanitizer.empty()) {
        return ok("build type", std::move(found));
    }
    return bad("build type", std::move(found),
               "the numbers are those of this build: with CMAKE_BUILD_TYPE=Release and no "
               "sanitizer they are lower");
}

std::optional<verdict> boost_version(const machine_files&, const program_facts& program) {
    if (program.build.boost_version.empty()) {
        return std::nullopt;
    }
    return ok("boost version", program.build.boost_version);
}

std::optional<verdict> context(const machine_files&, const program_facts& program) {
    const std::string& implementation = program.build.context_implementation;
    if (implementation.empty()) {
        return std::nullopt;
    }
    if (implementation == "fcontext") {
        return ok("context", implementation);
    }
    if (implementation == "ucontext") {
        return bad("context", implementation,
                   "a switch saves the signal mask with a system call and takes some five times "
                   "as long as with fcontext");
    }
    return unknown("context", implementation, "what a switch costs depends on it");
}

std::optional<verdict> fiber_library(const machine_files&, const program_facts& program) {
    if (program.build.fiber_library.empty()) {
        return std::nullopt;
    }
    return ok("boost fiber", program.build.fiber_library + " library");
}

} // namespace detail
} // namespace tollgate::environment
