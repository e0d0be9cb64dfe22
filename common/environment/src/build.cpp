// SPDX-License-Identifier: BSL-1.0
// Verdicts on the build of the program and of this library.
#include <tollgate/environment/build_facts.hpp>

#include "examiner.hpp"
#include "text.hpp"

namespace tollgate::environment {
namespace {

std::string compiler() {
#if defined(__clang__)
    return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    return {};
#endif
}

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

// clang has __has_feature, g++ has macros.
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

std::optional<finding> build_type(const examined_machine& machine) {
    const build_facts& build = machine.program().build;
    std::string found = fmt::format("{}{}{}", build.compiler, build.compiler.empty() ? "" : ", ",
                                    build.optimized ? "optimized" : "not optimized");
    if (build.assertions) {
        found += ", assertions on";
    }
    if (!build.sanitizer.empty()) {
        found += ", " + build.sanitizer + " sanitizer";
    }
    return build.optimized && !build.assertions && build.sanitizer.empty() ? ok(std::move(found))
                                                                           : bad(std::move(found));
}

std::optional<finding> boost_version(const examined_machine& machine) {
    const std::string& version = machine.program().build.boost_version;
    return version.empty() ? std::nullopt : std::optional(ok(version));
}

std::optional<finding> context(const examined_machine& machine) {
    const std::string& implementation = machine.program().build.context_implementation;
    if (implementation.empty()) {
        return std::nullopt;
    }
    return implementation == "fcontext"   ? ok(implementation)
           : implementation == "ucontext" ? bad(implementation)
                                          : unknown(implementation);
}

std::optional<finding> fiber_library(const examined_machine& machine) {
    const std::string& library = machine.program().build.fiber_library;
    return library.empty() ? std::nullopt : std::optional(ok(library + " library"));
}

} // namespace detail
} // namespace tollgate::environment
