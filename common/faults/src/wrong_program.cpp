// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/wrong_program.hpp>

#include <tollgate/run/errors.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tollgate::faults {
namespace {

const mistaken_case& find(const std::vector<mistaken_case>& cases, const std::string& name) {
    const auto found = std::find_if(cases.begin(), cases.end(),
                                    [&](const auto& one) { return one.mistake == name; });
    if (found == cases.end()) {
        std::vector<std::string> names(cases.size());
        std::transform(cases.begin(), cases.end(), names.begin(),
                       [](const auto& one) { return one.mistake; });
        throw run::usage_error(
            fmt::format("--mistake: '{}' is not one of {}", name, fmt::join(names, ", ")));
    }
    return *found;
}

} // namespace

cli::program wrong_program(cli::program what, std::vector<mistaken_case> cases) {
    const auto chosen_case = [cases](const cli::options& chosen) {
        return find(cases, chosen.own.at("mistake")).make(chosen);
    };
    what.name = "wrong_" + what.name;
    what.question = "Does a wrong loop end with exit code 1?";
    what.numbers = {};
    what.words = {};
    what.has_placements = false;
    what.own.push_back(
        {"mistake", "NAME", cases.at(0).mistake, "which mistake the loop has",
         [cases](const std::string& name) { static_cast<void>(find(cases, name)); }});
    if (what.reference) {
        what.reference = [chosen_case](const cli::options& chosen) {
            return chosen_case(chosen).key.name();
        };
    }
    what.cases = [chosen_case](const cli::options& chosen, const cpu::topology&) {
        return run::case_list{{chosen_case(chosen)}, {}, {}};
    };
    return what;
}

} // namespace tollgate::faults
