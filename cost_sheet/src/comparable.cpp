// SPDX-License-Identifier: BSL-1.0
#include "comparable.hpp"

#include <tollgate/report/printable.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>

#include <ctime>

namespace tollgate::cost_sheet {
namespace {

/// Options, with and without a value, that do not change the cost of a case: they set the number of
/// measurements, the choice of cases and the output.
constexpr std::array harmless_options{
    "--time",   "--rounds",    "--precision", "--turns",   "--passes", "--seed",
    "--only",   "--placement", "--json",      "--json-ci", "--csv",    "--bmf",
    "--format", "--sweep",     "--sleepers",  "--queues",  "--clocks", "--clock"};
constexpr std::array harmless_flags{"--quick", "--no-progress", "--selftest", "--all", "--wide"};

/// Verdicts whose finding is a setting. For the verdicts in `states` only the state is a setting,
/// because their finding contains a number that differs from run to run.
constexpr std::array settings{"governor",     "boost",         "smt",         "hypervisor",
                              "cgroup quota", "isolated cpus", "timer slack", "mitigations",
                              "aslr",         "kinds of core"};
constexpr std::array states{"idle states", "power", "clock source", "counter"};

bool among(const auto& list, std::string_view name) {
    return std::ranges::count(list, name) != 0;
}

std::string clock_of(const result_file& file) {
    return file.foreign ? "" : std::string(clock::to_string(file.clock.source));
}

std::string build_of(const result_file& file) {
    return file.about.release_build ? "release" : "debug";
}

/// Adds the facts of a file in `group` of `groups`. A foreign file has no clock.
void add_facts(const result_file& file, std::size_t group, std::size_t groups,
               std::vector<run_fact>& to) {
    const auto add = [&](const std::string& name, const std::string& value, severity grave) {
        if (value.empty() && (name != "arguments" || file.foreign)) {
            return;
        }
        auto fact = std::ranges::find(to, name, &run_fact::name);
        if (fact == to.end()) {
            fact = to.insert(fact, {name, grave, {}, false});
            fact->values.resize(groups);
        }
        if (!among(fact->values[group], value)) {
            fact->values[group].push_back(value);
        }
    };
    const report::context& about = file.about;
    add("clock", clock_of(file), severity::refusal);
    add("build", build_of(file), severity::refusal);
    add("host", about.host_name, severity::note);
    add("CPU", about.cpu_model, severity::warning);
    add("topology", about.topology, severity::warning);
    add("CPUs", about.cpus > 0 ? std::to_string(about.cpus) : "", severity::warning);
    add("kernel", about.kernel, severity::warning);
    add("compiler", about.compiler, severity::warning);
    add("version", about.version, severity::warning);
    add("date", about.date.substr(0, 10), severity::warning);
    add("arguments", file.foreign ? "" : arguments_that_matter(about.arguments), severity::note);
    for (const environment::verdict& verdict : file.environment) {
        if (among(settings, verdict.name)) {
            add(verdict.name, verdict.found, severity::note);
        } else if (among(states, verdict.name)) {
            add(verdict.name, std::string(environment::to_string(verdict.state)), severity::note);
        }
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

std::string_view first_difference(const case_of_file& first, const case_of_file& second) {
    const auto unit_of = [](const case_of_file& each) {
        return std::tie(each.row->record.unit, each.row->record.valued_by);
    };
    return unit_of(first) != unit_of(second)                 ? "unit of work"
           : clock_of(*first.file) != clock_of(*second.file) ? "clock"
           : build_of(*first.file) != build_of(*second.file) ? "build"
                                                             : "";
}

std::vector<run_fact> facts_of(const std::vector<std::vector<const result_file*>>& groups) {
    std::vector<run_fact> facts;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (const result_file* file : groups[group]) {
            add_facts(*file, group, groups.size(), facts);
        }
    }
    for (run_fact& fact : facts) {
        std::set<std::string> values;
        std::size_t groups_that_know = 0;
        for (const std::vector<std::string>& of_group : fact.values) {
            groups_that_know += of_group.empty() ? 0 : 1;
            values.insert(of_group.begin(), of_group.end());
        }
        fact.differs =
            values.size() > 1 && groups_that_know >= std::min<std::size_t>(2, groups.size());
    }
    return facts;
}

std::optional<std::int64_t> seconds_of(const std::string& date) {
    std::tm fields{};
    const char* tail = ::strptime(date.c_str(), "%Y-%m-%dT%H:%M:%S", &fields);
    if (tail == nullptr) {
        return std::nullopt;
    }
    if (*tail == '.') {
        tail += 1 + std::string_view(tail + 1).find_first_not_of("0123456789");
    }
    std::tm zone{};
    if (*tail != '\0' && ::strptime(tail, "%z", &zone) == nullptr) {
        return std::nullopt;
    }
    const int day = fields.tm_mday;
    const std::time_t moment = ::timegm(&fields); // turns the 30th of February into March
    return fields.tm_mday == day ? std::optional<std::int64_t>(moment - zone.tm_gmtoff)
                                 : std::nullopt;
}

bool ran_interleaved(const result_file& first, const result_file& second) {
    const auto first_end = seconds_of(first.about.date);
    const auto second_end = seconds_of(second.about.date);
    if (&first == &second || !first_end || !second_end) {
        return &first == &second;
    }
    const double begin = std::max(static_cast<double>(*first_end) - first.spread_over_s,
                                  static_cast<double>(*second_end) - second.spread_over_s);
    const auto end = static_cast<double>(std::min(*first_end, *second_end));
    return 2 * (end - begin) > std::max(first.spread_over_s, second.spread_over_s);
}

std::vector<run_fact> mixed_facts(const results& all) {
    std::vector<std::vector<const result_file*>> groups;
    bool interleaved = true;
    for (const result_file& file : all.files) {
        if (!file.explains) {
            groups.push_back({&file});
            interleaved = interleaved && ran_interleaved(*groups.front().front(), file);
        }
    }
    std::vector<run_fact> facts = facts_of(groups);
    std::erase_if(facts, [&](const run_fact& fact) {
        return !fact.differs || fact.if_different == severity::note ||
               (interleaved && fact.name == "date"); // it was midnight
    });
    return facts;
}

std::string mixture_text(const results& all) {
    std::vector<std::string> texts;
    for (const run_fact& fact : mixed_facts(all)) {
        std::set<std::string> values;
        for (const std::vector<std::string>& of_file : fact.values) {
            for (const std::string& value : of_file) {
                values.insert(report::printable(value, 16));
            }
        }
        texts.push_back(fmt::format("{} {}", fact.name, fmt::join(values, " or ")));
    }
    return texts.empty() ? ""
                         : fmt::format("the files are not of one run: {}", fmt::join(texts, "; "));
}

} // namespace tollgate::cost_sheet
