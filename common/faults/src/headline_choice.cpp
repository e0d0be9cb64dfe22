// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/headline_choice.hpp>

#include <tollgate/cli/command_line.hpp>
#include <tollgate/faults/listing.hpp>
#include <tollgate/faults/made_up_machine.hpp>

#include <algorithm>

namespace tollgate::faults {
namespace {

constexpr std::size_t most = 12;

struct machine {
    const char* name;
    cpu::topology topology;
    std::size_t fewest;
};

void judge(const run::case_list& all, const cli::options& chosen, const machine& on,
           std::vector<std::string>& wrong) {
    const std::string where = std::string(on.name) + ": ";
    run::case_list left;
    for (const measure::measured_case& one : all.cases) {
        if (!chosen.headline || chosen.headline(one.key)) {
            left.cases.push_back(one);
        }
    }
    const std::vector<std::string> names = names_of(left);
    // Cases of the same on each CPU answer one question.
    const auto on_cpus = static_cast<std::size_t>(
        std::ranges::count_if(left.cases, [](const auto& one) { return one.key.has("cpu"); }));
    const std::size_t questions = names.size() - (on_cpus > 1 ? on_cpus - 1 : 0);
    if (questions < on.fewest || questions > most || names.size() == all.cases.size()) {
        wrong.push_back(where + std::to_string(names.size()) + " of " +
                        std::to_string(all.cases.size()) + " cases");
    }
    if (names.empty() || names.front() != all.cases.front().key.name()) {
        wrong.push_back(where + "the first case is not left");
    }
    for (const measure::measured_case& one : left.cases) {
        if (!one.compared_with.empty() &&
            std::find(names.begin(), names.end(), one.compared_with) == names.end()) {
            wrong.push_back(where + one.key.name() + " without " + one.compared_with);
        }
    }
}

} // namespace

std::vector<std::string> wrong_in_headline_choice(const cli::program& what) {
    const machine machines[] = {{"one CPU", made_up_machine(1, 1, 1), 5},
                                {"two cores", made_up_machine(1, 2, 1), 8},
                                {"two sockets", made_up_machine(2, 4, 2), 8}};
    const cli::options chosen = cli::parse_command_line(what, {});
    std::vector<std::string> wrong;
    for (const machine& on : machines) {
        judge(what.cases(chosen, on.topology), chosen, on, wrong);
    }
    return wrong;
}

} // namespace tollgate::faults
