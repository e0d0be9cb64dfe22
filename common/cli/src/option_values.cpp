// SPDX-License-Identifier: BSL-1.0
#include "option_values.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/word_list.hpp>
#include <tollgate/cpu/cpu_list.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace tollgate::cli {
namespace {

constexpr decimal_range time_range{0.1, 86'400};
constexpr whole_range rounds_range{1, 100'000};
constexpr decimal_range precision_range{0.01, 100};
constexpr whole_range passes_range{1, 100};
constexpr whole_range seed_range{0, UINT64_MAX};

options::action wanted_action(const given_values& given) {
    using action = options::action;
    constexpr std::pair<const char*, action> switches[] = {{"help", action::help},
                                                           {"version", action::version},
                                                           {"list", action::list},
                                                           {"environment", action::environment},
                                                           {"selftest", action::selftest}};
    for (const auto& [name, wanted] : switches) {
        if (given.count(name) != 0) {
            return wanted;
        }
    }
    return action::measure;
}

/// The program's own action, if one was given: it would take no notice of anything else.
std::string given_action(const program& what, const given_values& given) {
    for (const own_action& one : what.actions) {
        if (given.count(one.name) == 0) {
            continue;
        }
        for (const auto& [other, value] : given) {
            if (other != one.name) {
                throw run::usage_error(
                    fmt::format("--{}: it goes alone, without '{}'", one.name, other));
            }
        }
        return one.name;
    }
    return {};
}

std::vector<cpu::placement> placements(const std::optional<std::string>& text) {
    if (!text || *text == "all") {
        return {cpu::all_placements.begin(), cpu::all_placements.end()};
    }
    return parse_word_list("--placement", *text, cpu::parse_placement,
                           "free, same, smt, core and far, nor all");
}

clock::source clock_source(const std::optional<std::string>& text) {
    if (!text) {
        return clock::source::realtime;
    }
    const auto source = clock::parse_source(*text);
    if (source != clock::source::realtime && source != clock::source::monotonic &&
        source != clock::source::tsc) {
        throw run::usage_error(
            fmt::format("--clock: '{}' is not one of realtime, monotonic, tsc", *text));
    }
    return *source;
}

output_format format(const std::optional<std::string>& text) {
    if (!text || *text == "table") {
        return output_format::table;
    }
    if (*text == "json") {
        return output_format::json;
    }
    if (*text == "csv") {
        return output_format::csv;
    }
    throw run::usage_error(fmt::format("--format: '{}' is not one of table, json, csv", *text));
}

std::optional<std::string> path(const given_values& given, const char* name) {
    auto text = given_text(given, name);
    if (text && text->empty()) {
        throw run::usage_error(fmt::format("--{}: '' is not the name of a file", name));
    }
    return text;
}

/// "IN,OUT", with which another program started this one.
std::optional<std::pair<int, int>> two_descriptors(const std::optional<std::string>& text) {
    if (!text) {
        return std::nullopt;
    }
    const std::size_t comma = text->find(',');
    if (comma == std::string::npos) {
        throw run::usage_error(
            fmt::format("--turns: '{}' are not two descriptors, like 5,6", *text));
    }
    const auto descriptor = [](std::string_view number) {
        constexpr whole_range allowed{3, 1'000'000};
        return static_cast<int>(parse_whole("--turns", number, allowed));
    };
    return std::pair{descriptor(std::string_view(*text).substr(0, comma)),
                     descriptor(std::string_view(*text).substr(comma + 1))};
}

/// Of two results in one file the first would be lost.
void require_different_files(const options& chosen) {
    std::map<std::filesystem::path, const char*> options;
    for (const auto& [option, file] : chosen.files()) {
        const auto [known, is_new] = options.emplace(place_of(file), option);
        if (!is_new) {
            throw run::usage_error(fmt::format("{} and {}: '{}' is given to both; name two files",
                                               known->second, option, file));
        }
    }
}

std::vector<int> cpu_numbers(const std::optional<std::string>& text) {
    if (!text) {
        return {};
    }
    try {
        return cpu::parse_cpu_list(*text);
    } catch (const std::invalid_argument& error) {
        throw run::usage_error(fmt::format("--cpus: {}", error.what()));
    }
}

/// "cpus=busy": letters, digits and a few signs, but none of the signs that join names.
std::vector<std::string> interventions(const std::string& text) {
    return parse_word_list(
        "--under", text,
        [](std::string_view word) {
            constexpr std::string_view allowed =
                "abcdefghijklmnopqrstuvwxyz0123456789=-_.ABCDEFGHIJKLMNOPQRSTUVWXYZ";
            const bool good =
                !word.empty() && word.find_first_not_of(allowed) == std::string_view::npos;
            return good ? std::optional(std::string(word)) : std::nullopt;
        },
        "interventions, like cpus=busy,slack=1ns");
}

void read_explain(const given_values& given, options& chosen) {
    chosen.explain = given_text(given, "explain");
    if (const auto text = given_text(given, "under")) {
        chosen.under = interventions(*text);
    }
    if (!chosen.explain) {
        if (!chosen.under.empty()) {
            throw run::usage_error("--under: it goes with --explain alone");
        }
        return;
    }
    for (const char* other :
         {"only", "all", "list", "rounds", "selftest", "environment", "sweep"}) {
        if (given.count(other) != 0) {
            throw run::usage_error(fmt::format("--explain and --{}: give one of them; --explain "
                                               "chooses its case and its rounds itself",
                                               other));
        }
    }
}

/// A name is that of a folder.
std::vector<std::string> guest_names(const std::string& text) {
    if (text == "none") {
        return {};
    }
    return parse_word_list(
        "--guests", text,
        [](std::string_view word) {
            constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_-";
            const bool good =
                !word.empty() && word.find_first_not_of(allowed) == std::string_view::npos;
            return good ? std::optional(std::string(word)) : std::nullopt;
        },
        "guests, like go,tokio; nor none, nor all");
}

void read_guests(const given_values& given, options& chosen) {
    if (const auto text = given_text(given, "guests")) {
        chosen.guests = guest_names(*text);
    }
    if (given.count("guest") != 0) {
        chosen.guest_commands = given["guest"].as<std::vector<std::string>>();
    }
    for (const std::string& command : chosen.guest_commands) {
        if (command.find_first_not_of(" \t") == std::string::npos) {
            throw run::usage_error(fmt::format("--guest: '{}' is no command", command));
        }
    }
    if ((!chosen.guests.empty() || !chosen.guest_commands.empty()) && chosen.explain) {
        throw run::usage_error(
            "--explain and --guests: give one of them; guests are not explained");
    }
}

/// Cases that were chosen are measured, be they headline cases or not.
bool chooses_cases(const program& what, const given_values& given) {
    const auto is_given = [&](const std::string& name) { return given.count(name) != 0; };
    const auto any_given = [&](const auto& options) {
        return std::any_of(options.begin(), options.end(),
                           [&](const auto& one) { return is_given(one.name); });
    };
    return is_given("only") || is_given("explain") || is_given("sweep") || is_given("placement") ||
           any_given(what.own) || any_given(what.numbers) || any_given(what.words);
}

} // namespace

void read_option_values(const program& what, const given_values& given, options& chosen) {
    chosen.wanted = wanted_action(given);
    if (chosen.wanted != options::action::help && chosen.wanted != options::action::version) {
        chosen.own_action = given_action(what, given);
        if (!chosen.own_action.empty()) {
            chosen.wanted = options::action::own;
        }
    }
    chosen.quick = given.count("quick") != 0;
    read_explain(given, chosen);
    read_guests(given, chosen);
    if (given.count("all") == 0 && !chooses_cases(what, given)) {
        chosen.headline = what.headline;
    }
    chosen.progress = given.count("no-progress") == 0;
    if (const auto text = given_text(given, "only")) {
        static_cast<void>(names_matching(*text));
        chosen.only = *text;
    }
    if (const auto text = given_text(given, "time")) {
        chosen.time_s = parse_decimal("--time", *text, time_range);
    }
    if (const auto text = given_text(given, "rounds")) {
        chosen.rounds = parse_whole("--rounds", *text, rounds_range);
    }
    if (const auto text = given_text(given, "precision")) {
        chosen.precision = parse_decimal("--precision", *text, precision_range) / 100;
    }
    if (chosen.quick && chosen.time_s) {
        throw run::usage_error(
            "--quick and --time: give one of them; --quick is a budget of its own");
    }
    if (chosen.quick && given.count("all") != 0) {
        throw run::usage_error(
            "--quick and --all: give one of them; a second is too short for all");
    }
    const auto placement = what.has_placements ? given_text(given, "placement") : std::nullopt;
    chosen.placements = placements(placement);
    chosen.placements_given = placement.has_value();
    chosen.cpus = cpu_numbers(given_text(given, "cpus"));
    chosen.clock = clock_source(given_text(given, "clock"));
    chosen.format = format(given_text(given, "format"));
    chosen.json = path(given, "json");
    chosen.json_ci = path(given, "json-ci");
    chosen.bmf = path(given, "bmf");
    chosen.csv = path(given, "csv");
    require_different_files(chosen);
    chosen.seed = parse_whole("--seed", given_text(given, "seed").value_or("1"), seed_range);
    if (const auto text = given_text(given, "passes")) {
        chosen.passes = parse_whole("--passes", *text, passes_range);
    }
    chosen.one_pass = given.count("pass") != 0;
    chosen.interleaved = two_descriptors(given_text(given, "turns"));
    chosen.members = what.members_default;
    if (const auto text = given_text(given, "members")) {
        chosen.members = parse_whole(what.members, *text, what.members_range);
    }
    if (const auto text = given_text(given, "iterations")) {
        chosen.iterations = parse_whole("iterations", *text, iterations_range);
    }
    for (const auto& [name, value] : given) {
        chosen.given.insert(name);
    }
    read_axes(what, given, chosen);
    for (const own_option& own : what.own) {
        const auto text = given_text(given, own.name.c_str());
        if (text) {
            own.check(*text);
        }
        chosen.own[own.name] = text.value_or(own.fallback);
    }
}

} // namespace tollgate::cli
