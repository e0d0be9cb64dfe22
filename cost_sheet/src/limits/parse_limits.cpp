// SPDX-License-Identifier: BSL-1.0
#include "limits/limits.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

struct toml_place {
    const std::string& path;
    toml::source_region source;

    [[noreturn]] void refuse(const std::string& why) const {
        throw run::usage_error(fmt::format("--limits: {}, line {}: {}", report::printable(path),
                                           source.begin.line, why));
    }
};

std::string in_quotes(std::string_view text) {
    return "'" + report::printable(text) + "'";
}

/// "150 us" in ns.
double nanoseconds_of(const std::string& text, std::string_view key, const toml_place& at) {
    constexpr std::pair<std::string_view, double> units[] = {
        {"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    double number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    const auto* known = std::ranges::find(units, unit, &std::pair<std::string_view, double>::first);
    if (error != std::errc() || known == std::end(units) || !std::isfinite(number) ||
        !(number > 0)) {
        at.refuse(fmt::format("{} = {}: it must be a number above 0 and one of the units ns, us, "
                              "ms, s, such as \"150 us\"",
                              key, in_quotes(text)));
    }
    return number * known->second;
}

std::string text_of(const toml::node& node, std::string_view key, const toml_place& at) {
    if (const auto text = node.value_exact<std::string>(); text && !text->empty()) {
        return *text;
    }
    at.refuse(fmt::format("{}: it must be text in quotes, and not empty", key));
}

void add_conditions(const toml::node& node, const std::string& why, const toml_place& at,
                    std::vector<limit>& to) {
    const toml::array* names = node.as_array();
    if (names == nullptr || names->empty()) {
        at.refuse("environment: it must be a list of names, such as [\"governor\", \"steal\"]");
    }
    for (const toml::node& name : *names) {
        to.push_back({text_of(name, "environment", at), std::nullopt, 0, "ok", why});
    }
}

void add_figures(const toml::table& table, const std::string& why, const toml_place& at,
                 std::vector<limit>& to) {
    const std::string name = text_of(*table.get("case"), "case", at);
    const std::size_t before = to.size();
    for (const limited_figure& figure : limited_figures()) {
        if (const toml::node* most = table.get(figure.name)) {
            const std::string text = text_of(*most, figure.name, {at.path, most->source()});
            to.push_back({name, figure,
                          nanoseconds_of(text, figure.name, {at.path, most->source()}), text, why});
        }
    }
    if (to.size() == before) {
        at.refuse("the limit of " + in_quotes(name) +
                  " has no figure: give cost, p50, p90, p99 or p99_9, such as p99 = \"150 us\"");
    }
}

void require_known_keys(const toml::table& table, bool of_case, const toml_place& at) {
    for (const auto& [key, node] : table) {
        const std::string_view name = key.str();
        const bool is_figure = std::ranges::any_of(
            limited_figures(), [&](const auto& figure) { return figure.name == name; });
        if (!(name == "why" || (of_case ? name == "case" || is_figure : name == "environment"))) {
            toml_place{at.path, key.source()}.refuse(fmt::format(
                "{}: it is not known here; a limit has case with cost, p50, p90, p99 or p99_9, or "
                "environment; and why",
                in_quotes(name)));
        }
    }
}

void add_limits(const toml::table& table, const toml_place& at, std::vector<limit>& to) {
    const bool of_case = table.contains("case");
    require_known_keys(table, of_case, at);
    const toml::node* reason = table.get("why");
    const std::string why = reason == nullptr ? "" : text_of(*reason, "why", at);
    if (of_case) {
        add_figures(table, why, at, to);
    } else if (const toml::node* names = table.get("environment")) {
        add_conditions(*names, why, at, to);
    } else {
        at.refuse("a limit needs case or environment");
    }
}

void require_unique(const std::vector<limit>& limits, const std::string& path) {
    std::set<std::pair<std::string_view, std::string_view>> known;
    for (const limit& each : limits) {
        if (!known.insert({each.subject, each.figure ? each.figure->name : ""}).second) {
            throw run::usage_error(fmt::format(
                "--limits: {}: {} of {} has two limits", report::printable(path),
                each.figure ? each.figure->name : "environment", in_quotes(each.subject)));
        }
    }
}

} // namespace

const std::vector<limited_figure>& limited_figures() {
    static const std::vector<limited_figure> all{
        {"cost", std::nullopt}, {"p50", 0}, {"p90", 1}, {"p99", 2}, {"p99_9", 3}};
    return all;
}

std::vector<limit> parse_limits(const std::string& text, const std::string& path) {
    toml::table whole;
    try {
        whole = toml::parse(text);
    } catch (const toml::parse_error& error) {
        toml_place{path, error.source()}.refuse("it is no TOML: " +
                                                report::printable(error.description()));
    }
    std::vector<limit> limits;
    for (const auto& [key, node] : whole) {
        const toml_place at{path, key.source()};
        const toml::array* tables = node.as_array();
        if (key.str() != "limit" || tables == nullptr || !tables->is_homogeneous<toml::table>()) {
            at.refuse(in_quotes(key.str()) + ": each limit begins with the line [[limit]]");
        }
        for (const toml::node& table : *tables) {
            add_limits(*table.as_table(), {path, table.source()}, limits);
        }
    }
    if (limits.empty()) {
        throw run::usage_error("--limits: " + report::printable(path) +
                               " has no limit; each begins with the line [[limit]]");
    }
    require_unique(limits, path);
    return limits;
}

} // namespace tollgate::cost_sheet
