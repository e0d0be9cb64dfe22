// SPDX-License-Identifier: BSL-1.0
#include "comparable.hpp"
#include "limits/limits.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using cli::exit_code;

/// A file of limits that a person wrote.
std::string text_of_file(const std::string& path) {
    constexpr std::size_t largest = 1 << 20;
    std::string text(largest + 1, '\0');
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file.is_open() || file.bad() || (file.fail() && !file.eof())) {
        throw run::machine_refused("--limits: " + report::printable(path) +
                                   " cannot be read: " + std::strerror(errno));
    }
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.size() > largest) {
        throw run::usage_error("--limits: " + report::printable(path) + " is larger than 1 MiB");
    }
    return text;
}

/// Refuses to replace a file that is read.
void expect_no_input(const char* option, const std::string& file, const options& chosen) {
    std::vector<std::string> inputs = chosen.files;
    inputs.push_back(*chosen.limits);
    for (const std::string& input : inputs) {
        std::error_code ignored;
        if (std::filesystem::equivalent(file, input, ignored)) {
            throw run::usage_error(fmt::format("{}: '{}' is read, too; give another name", option,
                                               report::printable(file)));
        }
    }
}

/// The runs. Different days are expected; other machines are said, and other clocks refused.
side load_runs(const options& chosen) {
    side all;
    static_cast<results&>(all) = load(chosen.files, purpose::terminal);
    say(all.unreadable);
    refuse_copies({&all});
    std::set<std::string> hosts;
    for (const result_file& file : all.files) {
        hosts.insert(file.about.host_name);
    }
    if (hosts.size() > 1) {
        say({report::printable(fmt::format("the files differ in host: {}", fmt::join(hosts, ", ")),
                               400)});
    }
    for (const run_fact& fact : mixed_facts(all)) {
        std::set<std::string> values;
        for (const std::vector<std::string>& of_file : fact.values) {
            values.insert(of_file.begin(), of_file.end());
        }
        const std::string text = report::printable(
            fmt::format("the files differ in {}: {}", fact.name, fmt::join(values, ", ")));
        if (fact.if_different == severity::refusal) {
            throw run::usage_error(text);
        }
        if (fact.name != "date") {
            say({text});
        }
    }
    return all;
}

} // namespace

exit_code judge_limits(const options& chosen) {
    const std::vector<limit> limits = parse_limits(text_of_file(*chosen.limits), *chosen.limits);
    for (const auto& [option, file] :
         {std::pair("--junit", chosen.junit), std::pair("--tap", chosen.tap)}) {
        if (file) {
            cli::expect_writable(option, *file);
            expect_no_input(option, *file, chosen);
        }
    }
    if (chosen.junit && chosen.junit == chosen.tap) {
        throw run::usage_error("--tap: '" + report::printable(*chosen.tap) +
                               "' is also the file of --junit");
    }
    const side all = load_runs(chosen);
    const std::vector<limit_verdict> verdicts = judge(limits, all);
    if (chosen.junit) {
        cli::replace_file("--junit", *chosen.junit, limits_junit(verdicts, *chosen.limits));
    }
    if (chosen.tap) {
        cli::replace_file("--tap", *chosen.tap, limits_tap(verdicts));
    }
    cli::write_stdout(limits_text(verdicts, width_of(chosen)));
    const auto any = [&](limit_state state) {
        return std::ranges::count(verdicts, state, &limit_verdict::state) > 0;
    };
    if (!all.self_checks_held() || any(limit_state::broken)) {
        return exit_code::wrong_answer;
    }
    return !all.unreadable.empty()         ? exit_code::refused
           : any(limit_state::cannot_tell) ? exit_code::undecided
                                           : exit_code::success;
}

exit_code suggest_limits(const options& chosen) {
    side all = load_runs(chosen);
    if (all.files.empty()) {
        return exit_code::refused;
    }
    if (chosen.only) {
        const std::size_t known = all.size();
        all.keep(cli::names_matching(*chosen.only));
        require_match(*chosen.only, known, all.size());
    }
    for (const result_file& file : all.files) {
        if (!file.about.release_build) {
            throw run::usage_error("--suggest-limits: a debug build measured " +
                                   report::printable(file.path));
        }
    }
    const std::string text = suggested_limits(all);
    if (text.find("[[limit]]") == std::string::npos) {
        throw run::usage_error("--suggest-limits: no case of the files has an interval");
    }
    cli::write_stdout(text);
    return code_of(all.self_checks_held(), all.unreadable.empty());
}

} // namespace tollgate::cost_sheet
