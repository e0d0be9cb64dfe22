// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/text.hpp>
#include <tollgate/stats/max_t.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {
namespace {

using explain::change;
using explain::explanation;
using hold = explain::hold_check::verdict;
using outcome = change::outcome;
using text_lines = std::vector<std::string>;

constexpr std::size_t line_width = 100;
constexpr std::size_t most_lines = 11;
constexpr const char* list_indent = "    ";

std::vector<const change*> changes_of(const explanation& all, bool (*holds)(const change&)) {
    std::vector<const change*> found;
    for (const change& each : all.changes) {
        if (holds(each)) {
            found.push_back(&each);
        }
    }
    return found;
}

bool has_too_few_passes(const explanation& all) {
    return all.passes < stats::max_t_columns_needed(measure::confidence);
}

/// The cost, the helpful changes, alone and together, and the cost that is left.
text_lines best_first(const explanation& all) {
    constexpr std::size_t most_changes = 5; // a file of a stranger may have any number
    constexpr const char* overlaps[] = {"", "; these overlap",
                                        "; these overlap: each of them alone is enough"};
    const std::string name = printable(all.of.name(), 1'000);
    text_lines said{fmt::format(
        "{} costs {}.", width_of(name) <= line_width ? name : printable(name, line_width - 1),
        whole_amount_text(all.cost_ns))};
    if (std::ranges::none_of(all.changes, &change::is_confirmed)) {
        said.emplace_back(has_too_few_passes(all)
                              ? "  there were too few passes to resolve a difference"
                              : "  no change made a difference that this run could confirm");
    }
    const auto helpful =
        changes_of(all, [](const change& each) { return each.is_confirmed() && each.helps(); });
    for (std::size_t i = 0; i < std::min(helpful.size(), most_changes); ++i) {
        said.push_back(fmt::format("  − {:<14}  {}: {}", amount_text(helpful[i]->takes_off_ns),
                                   helpful[i]->name, helpful[i]->effect));
    }
    if (all.together) {
        const bool are_these =
            std::ranges::is_permutation(all.together->names, helpful, {}, {}, &change::name);
        said.push_back(fmt::format(
            "  together {} {}{}{}", all.together->takes_off_ns.value < 0 ? "+" : "−",
            amount_text(all.together->takes_off_ns),
            are_these ? "" : fmt::format(" with {}", fmt::join(all.together->names, ", ")),
            overlaps[static_cast<std::size_t>(all.together->how)]));
    }
    if (all.left_ns) {
        said.push_back("  left " + whole_amount_text(*all.left_ns));
    }
    return said;
}

/// The changes of one outcome, which share a line.
struct kind_of_change {
    const char* begin;
    bool (*holds)(const change&);
    std::string (*words)(const change&);
};

std::string name_alone(const change& each) {
    return each.name;
}

constexpr const char* nothing_resolved = "no significant difference with";

constexpr kind_of_change kinds[] = {
    {"instead",
     [](const change& each) {
         return each.is_confirmed() && each.is_alternative && each.takes_off_ns.value > 0;
     },
     [](const change& each) { return each.name + " costs " + whole_amount_text(each.costs_ns); }},
    {"slower with",
     [](const change& each) { return each.is_confirmed() && each.takes_off_ns.value <= 0; },
     [](const change& each) { return each.name + " by " + amount_text(each.takes_off_ns); }},
    {"not confirmed",
     [](const change& each) {
         return each.result == outcome::once && each.hold.result == hold::held;
     },
     name_alone},
    {nothing_resolved,
     [](const change& each) {
         return each.result == outcome::nothing && each.hold.result == hold::held;
     },
     name_alone},
    {"does not apply here", [](const change& each) { return each.hold.result == hold::pointless; },
     name_alone},
    {"not shown to hold",
     [](const change& each) {
         return each.hold.result == hold::failed || each.hold.result == hold::uncheckable;
     },
     name_alone}};

text_lines others(const explanation& all) {
    constexpr const char* causes[] = {"while the process was stopped",
                                      "while the quota of its cgroup was used up",
                                      "while the host ran something else"};
    text_lines said;
    const auto say = [&](const char* begin, const text_lines& names) {
        if (!names.empty()) {
            said.push_back(fmt::format("{}: {}", begin, fmt::join(names, ", ")));
        }
    };
    text_lines names;
    for (const explain::disturbance& each : all.disturbed) {
        if (each.resolved) {
            names.push_back(amount_text(each.adds_ns) + " " +
                            causes[static_cast<std::size_t>(each.by)]);
        }
    }
    say("on top", names);
    for (const kind_of_change& kind : kinds) {
        names.clear();
        if (kind.begin == nothing_resolved && has_too_few_passes(all)) {
            continue;
        }
        for (const change* each : changes_of(all, kind.holds)) {
            names.push_back(kind.words(*each));
        }
        say(kind.begin, names);
    }
    names.clear();
    for (const explain::impossible& each : all.not_here) {
        names.push_back(each.name);
    }
    say("not possible here", names);
    return said;
}

} // namespace

std::string explanation_text(const explanation& all) {
    text_lines said;
    const auto add = [&](const std::string& text, std::size_t most) {
        const text_lines more = wrapped(text, line_width, most, list_indent);
        said.insert(said.end(), more.begin(), more.end());
    };
    for (const std::string& line : best_first(all)) {
        add(line, said.empty() ? 2 : 1);
    }
    const text_lines rest = others(all);
    for (auto next = rest.begin(); next != rest.end(); ++next) {
        const std::size_t room = most_lines - said.size();
        const auto left = static_cast<std::size_t>(rest.end() - next);
        if (left > room && room <= 2) { // too few lines for one each
            add(fmt::format("{}", fmt::join(next, rest.end(), "; ")), room);
            break;
        }
        add(*next, left < room ? 2 : 1);
    }
    return fmt::format("{}\n", fmt::join(said, "\n"));
}

std::string settings_text(const explanation& all) {
    std::string text;
    const auto add = [&](const std::string& begin, const std::string& words) {
        text += words.empty() ? "" : begin + printable(words, 1'000) + "\n";
    };
    for (const change& each : all.changes) {
        const explain::advice& advice = each.in_production;
        const bool is_of_all = all.together && std::ranges::count(all.together->names, each.name);
        const bool is_better = each.is_confirmed() && each.takes_off_ns.value > 0;
        if ((is_better || is_of_all) && !advice.setting.empty()) {
            add("", each.name + ": " + advice.setting);
            add("    price: ", advice.price);
            add("    do:    ", advice.command);
            add("    undo:  ", advice.undo);
        }
    }
    const auto add_reason = [&](const std::string& words) {
        text += fmt::format("{}\n",
                            fmt::join(wrapped(words, line_width, most_lines, list_indent), "\n"));
    };
    for (const change& each : all.changes) {
        if (each.hold.result != hold::held) {
            add_reason((each.hold.result == hold::pointless ? "does not apply here: "
                                                            : "not shown to hold: ") +
                       each.name + ": " + each.hold.text);
        }
    }
    for (const explain::impossible& each : all.not_here) {
        add_reason("not possible here: " + each.name + ": " + each.reason);
    }
    return text;
}

} // namespace tollgate::report
