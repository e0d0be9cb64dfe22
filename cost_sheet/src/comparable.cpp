// SPDX-License-Identifier: BSL-1.0
#include "comparable.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace tollgate::cost_sheet {
namespace {

/// Options with a value, and those without, that decide how much is measured, of which cases, and
/// who is told: none of them changes what a case costs.
constexpr std::array harmless_options{
    "--time",   "--rounds",    "--precision", "--processes", "--passes", "--seed",
    "--only",   "--placement", "--json",      "--json-ci",   "--csv",    "--bmf",
    "--format", "--sweep",     "--sleepers",  "--queues",    "--clocks", "--clock"};
constexpr std::array harmless_flags{"--quick", "--no-progress", "--selftest"};

/// Verdicts whose finding is a setting. Of others only the state is one: the finding has a number
/// in it that differs from run to run.
constexpr std::array settings{"governor",    "boost",        "smt",
                              "hypervisor",  "cgroup quota", "isolated cpus",
                              "timer slack", "mitigations",  "aslr"};
constexpr std::array states{"idle states", "power", "clock source", "counter"};

template <class List>
bool among(const List& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

void add_once(std::vector<std::string>& to, const std::string& text) {
    if (std::find(to.begin(), to.end(), text) == to.end()) {
        to.push_back(text);
    }
}

} // namespace

std::string arguments_that_matter(const std::vector<std::string>& arguments) {
    std::string kept;
    bool skip = false; // the value of a harmless option
    for (const std::string& argument : arguments) {
        const std::size_t equals = argument.find('=');
        const bool harmless = among(harmless_options, std::string_view(argument).substr(0, equals));
        if (!skip && !harmless && !among(harmless_flags, argument)) {
            kept += (kept.empty() ? "" : " ") + argument;
        }
        skip = !skip && harmless && equals == std::string::npos;
    }
    return kept;
}

std::string_view first_difference(const unit_of_work& one, const unit_of_work& other) {
    return one.unit != other.unit || one.valued_by != other.valued_by ? "unit of work"
           : one.clock != other.clock                                 ? "clock"
           : one.build != other.build                                 ? "build"
                                                                      : "";
}

std::vector<run_fact> facts_of(const report::context& about, clock::source clock,
                               const std::vector<environment::verdict>& environment, bool foreign) {
    std::vector<run_fact> facts;
    const auto add = [&](const std::string& name, const std::string& value, severity grave) {
        if (!value.empty()) {
            facts.push_back({name, value, grave});
        }
    };
    add("clock", foreign ? "" : std::string(clock::to_string(clock)), severity::refuses);
    add("build", about.release_build ? "release" : "debug", severity::refuses);
    add("host", about.host_name, severity::said);
    add("CPU", about.cpu_model, severity::warns);
    add("topology", about.topology, severity::warns);
    add("CPUs", about.cpus > 0 ? std::to_string(about.cpus) : "", severity::warns);
    add("kernel", about.kernel, severity::warns);
    add("compiler", about.compiler, severity::warns);
    add("version", about.version, severity::warns);
    add("date", about.date.substr(0, 10), severity::warns);
    if (!foreign) {
        facts.push_back({"arguments", arguments_that_matter(about.arguments), severity::said});
    }
    for (const environment::verdict& verdict : environment) {
        if (among(settings, verdict.name)) {
            add(verdict.name, verdict.found, severity::said);
        } else if (among(states, verdict.name)) {
            add(verdict.name, std::string(environment::to_string(verdict.state)), severity::said);
        }
    }
    return facts;
}

std::vector<run_difference> all_facts(const fact_groups& groups) {
    std::vector<run_difference> all;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (const std::vector<run_fact>* facts : groups[group]) {
            for (const run_fact& fact : *facts) {
                auto known = std::find_if(all.begin(), all.end(), [&](const run_difference& other) {
                    return other.name == fact.name;
                });
                if (known == all.end()) {
                    all.push_back({fact.name, fact.if_different, {}, false});
                    all.back().values.resize(groups.size());
                    known = all.end() - 1;
                }
                add_once(known->values[group], fact.value);
            }
        }
    }
    for (run_difference& fact : all) {
        std::vector<std::string> values;
        std::size_t groups_that_know = 0;
        for (const std::vector<std::string>& of_group : fact.values) {
            groups_that_know += of_group.empty() ? 0 : 1;
            std::for_each(of_group.begin(), of_group.end(),
                          [&](const std::string& value) { add_once(values, value); });
        }
        fact.differs =
            values.size() > 1 && groups_that_know >= std::min<std::size_t>(2, groups.size());
    }
    return all;
}

std::vector<run_difference> differences(const fact_groups& groups) {
    std::vector<run_difference> facts = all_facts(groups);
    std::erase_if(facts, [](const run_difference& fact) { return !fact.differs; });
    return facts;
}

} // namespace tollgate::cost_sheet
