// SPDX-License-Identifier: BSL-1.0
#include "experiment.hpp"

#include "find_case.hpp"
#include "fresh_layout.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/explain/arm.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

namespace tollgate::cli {
namespace {

constexpr std::string_view placebo = "placebo=";

bool is_wanted(const std::string& name, const std::vector<std::string>& under) {
    return under.empty() || std::find(under.begin(), under.end(), name) != under.end();
}

std::string names_of(const explain::offer& all) {
    std::string text;
    for (const explain::intervention& one : all.possible) {
        text += (text.empty() ? "" : ", ") + one.name;
    }
    return text;
}

/// Throws if an intervention that was given with --under is not there.
void expect_all_offered(const explain::offer& all, const std::vector<std::string>& under) {
    for (const std::string& name : under) {
        const auto has_name = [&](const auto& one) { return one.name == name; };
        if (std::any_of(all.possible.begin(), all.possible.end(), has_name)) {
            continue;
        }
        const auto refused = std::find_if(all.not_here.begin(), all.not_here.end(), has_name);
        if (refused != all.not_here.end()) {
            throw machine_refused(
                fmt::format("--under: '{}' is not possible here: {}", name, refused->reason));
        }
        throw usage_error(fmt::format("--under: '{}' is not an intervention on this case; allowed "
                                      "are {}",
                                      name, names_of(all)));
    }
}

/// An intervention that was possible when the run began, and is not any more.
explain::intervention gone(std::string name) {
    explain::intervention one = explain::placebo(std::move(name));
    one.hold = []() -> std::shared_ptr<void> {
        throw std::system_error(EPERM, std::generic_category(), "it is not possible any more");
    };
    return one;
}

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(at);
        parts.emplace_back(text.substr(0, end));
        if (end == text.npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

} // namespace

experiment prepare(const program& what, const options& chosen, const cpu::topology& machine,
                   signals& watch) {
    const found_case found = find_case(what, chosen, machine);
    experiment made{found.one, {}, {}};
    const environment::machine_files files;
    const explain::setting where{
        made.control, machine, files, chosen.clock, found.all, what.ways, [&](int cpu) {
            return case_on(cpu, made.control.key, what, chosen, machine);
        }};
    const std::vector<int> cpus = explain::cpus_of(where);
    made.all = explain::what_can_be_tried(where, cpus);
    if (what.interventions) {
        for (explain::intervention& one : what.interventions(made.control, chosen, machine)) {
            made.all.possible.push_back(std::move(one));
        }
    }
    if (chosen.clock == clock::source::tsc) {
        made.all.refuse("layout=fresh", "each process would calibrate the counter anew");
    } else if (made.control.valued_by == measure::method::unobserved_loop) {
        made.all.possible.push_back(fresh_layout(what, chosen, made.control, watch));
    } else {
        made.all.refuse("layout=fresh", "it is a case of events, whose batches stay in a process");
    }
    for (const std::string& name : chosen.under) {
        if (name.starts_with(placebo)) {
            made.all.possible.push_back(explain::placebo(name));
        }
    }
    made.idle = [reader = std::make_shared<environment::idle_reader>(files, cpus)] {
        return reader->read();
    };
    return made;
}

void keep_wanted(explain::offer& all, const std::vector<std::string>& under) {
    expect_all_offered(all, under);
    std::erase_if(all.possible, [&](const auto& one) { return !is_wanted(one.name, under); });
    if (!under.empty()) {
        all.not_here.clear();
    }
    if (all.possible.empty()) {
        throw machine_refused("--explain: no intervention is possible on this case here");
    }
}

case_list cases_of(const experiment& of, const std::vector<arm_names>& arms) {
    case_list list;
    for (const arm_names& names : arms) {
        std::vector<explain::intervention> missing;
        missing.reserve(names.size());
        explain::combination made_of;
        for (const std::string& name : names) {
            const auto found =
                std::find_if(of.all.possible.begin(), of.all.possible.end(),
                             [&](const explain::intervention& one) { return one.name == name; });
            made_of.push_back(found == of.all.possible.end() ? &missing.emplace_back(gone(name))
                                                             : &*found);
        }
        list.cases.push_back(explain::make_arm(of.control, made_of, of.idle));
    }
    return list;
}

std::string text_of(const std::vector<arm_names>& arms) {
    std::string text;
    for (const arm_names& names : arms) {
        text += text.empty() ? "" : ",";
        text += names.empty() ? "-" : fmt::format("{}", fmt::join(names, "+"));
    }
    return text;
}

std::vector<arm_names> arms_in(const std::string& text) {
    std::vector<arm_names> arms;
    for (const std::string& one : split(text, ',')) {
        arms.push_back(one == "-" ? arm_names{} : split(one, '+'));
    }
    return arms;
}

} // namespace tollgate::cli
