// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/build_facts.hpp>

namespace tollgate::measure {
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

} // namespace tollgate::measure
