// SPDX-License-Identifier: BSL-1.0
#include "compare/facts.hpp"

#include <tollgate/clock/source.hpp>

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

void add(std::vector<fact>& to, const char* name, const std::string& value) {
    if (!value.empty()) {
        to.push_back({name, value, false});
    }
}

void add_environment(std::vector<fact>& to, const std::vector<environment::verdict>& environment) {
    for (const environment::verdict& one : environment) {
        if (among(settings, one.name)) {
            add(to, one.name.c_str(), one.found);
        } else if (among(states, one.name)) {
            add(to, one.name.c_str(), std::string(environment::to_string(one.state)));
        }
    }
}

} // namespace

std::string arguments_that_matter(const std::vector<std::string>& arguments) {
    std::string kept;
    for (auto one = arguments.begin(); one != arguments.end(); ++one) {
        const std::size_t equals = one->find('=');
        if (among(harmless_flags, *one)) {
            continue;
        }
        if (among(harmless_options, std::string_view(*one).substr(0, equals))) {
            if (equals == std::string::npos && one + 1 != arguments.end()) {
                ++one;
            }
            continue;
        }
        kept += (kept.empty() ? "" : " ") + *one;
    }
    return kept;
}

std::vector<fact> facts_of(const report::result& seen, bool foreign) {
    const report::context& about = seen.about;
    std::vector<fact> found;
    // The clock is part of every figure: what an empty interval reads is taken off, and a counter's
    // rate is calibrated. A build with assertions measures these.
    if (!foreign) {
        found.push_back({"clock", std::string(clock::to_string(seen.clock.source)), true});
    }
    found.push_back({"build", about.release_build ? "release" : "debug", true});
    // All that follows is what people upgrade and then compare: it is told and no more. The
    // machine, too, for the question may be which of two to buy; a host's name alone may come from
    // a container that is made anew for each run.
    add(found, "host", about.host_name);
    add(found, "CPU", about.cpu_model);
    add(found, "topology", about.topology);
    add(found, "CPUs", about.cpus > 0 ? std::to_string(about.cpus) : "");
    add(found, "kernel", about.kernel);
    add(found, "compiler", about.compiler);
    add(found, "version", about.version);
    if (!foreign) {
        found.push_back({"arguments", arguments_that_matter(about.arguments), false});
    }
    add_environment(found, seen.environment);
    return found;
}

} // namespace tollgate::cost_sheet
