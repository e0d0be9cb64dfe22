// SPDX-License-Identifier: BSL-1.0
// What was compiled, as the program itself told us.
#include "environment_examiners.hpp"
#include "environment_text.hpp"
#include "environment_verdicts.hpp"

namespace tollgate::measure::examine {

std::optional<verdict> build_type(const machine_files&, const environment_question& question) {
    const build_facts& build = question.build;
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

std::optional<verdict> boost_version(const machine_files&, const environment_question& question) {
    if (question.build.boost_version.empty()) {
        return std::nullopt;
    }
    return ok("boost version", question.build.boost_version);
}

std::optional<verdict> context(const machine_files&, const environment_question& question) {
    const std::string& implementation = question.build.context_implementation;
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

} // namespace tollgate::measure::examine
