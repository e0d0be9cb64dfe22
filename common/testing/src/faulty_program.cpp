// SPDX-License-Identifier: BSL-1.0
#include <tollgate/testing/faulty_program.hpp>

#include <tollgate/run/errors.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tollgate::testing {
namespace {

const mistaken_case& find(const std::vector<mistaken_case>& cases, const std::string& name) {
    const auto match = std::find_if(cases.begin(), cases.end(),
                                    [&](const auto& entry) { return entry.mistake == name; });
    if (match == cases.end()) {
        std::vector<std::string> names(cases.size());
        std::transform(cases.begin(), cases.end(), names.begin(),
                       [](const auto& entry) { return entry.mistake; });
        throw run::usage_error(
            fmt::format("--mistake: '{}' is not one of {}", name, fmt::join(names, ", ")));
    }
    return *match;
}

} // namespace

cli::program faulty_program(cli::program description, std::vector<mistaken_case> cases) {
    const auto chosen_case = [cases](const cli::options& chosen) {
        return find(cases, chosen.own.at("mistake")).make(chosen);
    };
    description.name = "faulty_" + description.name;
    description.question = "Does a faulty loop end with exit code 1?";
    description.numbers = {};
    description.words = {};
    description.has_placements = false;
    description.own.push_back(
        {"mistake", "NAME", cases.at(0).mistake, "which mistake the loop has",
         [cases](const std::string& name) { static_cast<void>(find(cases, name)); }});
    if (description.reference) {
        description.reference = [chosen_case](const cli::options& chosen, const cpu::topology&) {
            return chosen_case(chosen).key.name();
        };
    }
    description.cases = [chosen_case](const cli::options& chosen, const cpu::topology&) {
        return run::case_list{{chosen_case(chosen)}, {}, {}};
    };
    return description;
}

} // namespace tollgate::testing
