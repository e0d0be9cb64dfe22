// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/figure.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tollgate::report {
namespace {

using explain::explanation;
using explain::share;
using explain::share_kind;
using explain::tried_alone;
using hold = explain::hold_proof::verdict;

constexpr std::size_t few = 3;

/// "13.1 µs ± 0.6 µs"; a range if it is not known to a tenth of the whole.
std::string part_text(const measure::estimate& part, const measure::estimate& whole) {
    const auto unsure = part.uncertainty();
    if (!unsure) {
        return time_text(part.value) + ", too few passes for an error";
    }
    if (*unsure > sure_share * std::abs(whole.value)) {
        return fmt::format("{} to {}, not sure to a tenth", time_text(part.range->low, *unsure),
                           time_text(part.range->high, *unsure));
    }
    return fmt::format("{} ± {}", time_text(part.value, *unsure), time_text(*unsure, *unsure));
}

std::string joined(const std::vector<std::string>& words, const char* between) {
    std::string text;
    for (const std::string& one : words) {
        text += (text.empty() ? "" : between) + one;
    }
    return text;
}

std::string intervention_words(const share& one, const explanation& of) {
    const tried_alone* first = one.of.empty() ? nullptr : of.find(one.of.front());
    if (first == nullptr) {
        return joined(one.of, "+");
    }
    std::string words = first->effect;
    if (!first->proof.says.empty()) {
        words += " (" + first->proof.says + ")";
    }
    if (one.of.size() > 1) {
        words += "; they share this part: " + joined(one.of, ", ");
    }
    return words;
}

std::string words_of(const share& one, const explanation& of) {
    switch (one.what) {
    case share_kind::intervention:
        return intervention_words(one, of);
    case share_kind::stopped:
        return "is there because the process was stopped and continued";
    case share_kind::throttled:
        return "is there because its cgroup had used up its quota";
    case share_kind::stolen:
        return "is there because the host ran something else";
    case share_kind::base:
        return "is what it costs on one CPU";
    case share_kind::rare:
        return "comes from few batches that took much longer than the others";
    case share_kind::rest:
        break;
    }
    const bool alone = of.shares.size() == 1;
    return alone ? "is not explained" : "is left, and not explained";
}

std::string share_lines(const explanation& of) {
    std::string text;
    for (const share& one : of.shares) {
        if (!one.resolved && one.what != share_kind::rest) {
            continue; // its interval holds nothing, too
        }
        const bool nothing_left = !one.resolved && one.ns.range;
        text += nothing_left
                    ? fmt::format("  {} is left, and not explained\n",
                                  bound_text(std::max(0.0, one.ns.range->high)))
                    : fmt::format("  {} {}\n", part_text(one.ns, of.cost_ns), words_of(one, of));
    }
    return text;
}

std::string other_way(const tried_alone& one, const explanation& of) {
    const bool cheaper = one.takes_off_ns.value > 0;
    measure::estimate by = one.takes_off_ns;
    if (!cheaper) {
        by = {-by.value, by.range ? std::optional(stats::interval{-by.range->high, -by.range->low,
                                                                  by.range->confidence})
                                  : std::nullopt};
    }
    return fmt::format("With {} it costs {}, {} {}.\n", one.name, time_text(one.costs_ns),
                       part_text(by, of.cost_ns), cheaper ? "less" : "more");
}

/// What is no part of the cost: other ways to do it, and what makes it dearer.
std::string other_ways(const explanation& of) {
    constexpr std::size_t most = 4;
    std::vector<const tried_alone*> ways;
    for (const tried_alone& one : of.alone) {
        const bool is_share = std::any_of(of.shares.begin(), of.shares.end(), [&](const auto& s) {
            return std::find(s.of.begin(), s.of.end(), one.name) != s.of.end();
        });
        if (one.resolved && !is_share) {
            ways.push_back(&one);
        }
    }
    std::stable_sort(ways.begin(), ways.end(), [](const auto* one, const auto* other) {
        return one->takes_off_ns.value > other->takes_off_ns.value;
    });
    std::string text;
    for (std::size_t i = 0; i < std::min(most, ways.size()); ++i) {
        text += other_way(*ways[i], of);
    }
    return text;
}

/// The names of those of which this holds, as one line; empty without any.
template <class Holds>
std::string names_line(const char* begin, const explanation& of, Holds holds, bool why) {
    std::vector<std::string> names;
    for (const tried_alone& one : of.alone) {
        if (holds(one)) {
            names.push_back(why && !one.proof.says.empty()
                                ? fmt::format("{} ({})", one.name, one.proof.says)
                                : one.name);
        }
    }
    return names.empty() ? "" : fmt::format("{}: {}.\n", begin, joined(names, ", "));
}

std::string not_here(const explanation& of) {
    std::string text;
    for (std::size_t i = 0; i < std::min(few, of.not_here.size()); ++i) {
        text +=
            fmt::format("Not possible here: {}: {}.\n", of.not_here[i].name, of.not_here[i].reason);
    }
    if (of.not_here.size() > few) {
        text += fmt::format("Not possible here: and {} more, in the file that --json writes.\n",
                            of.not_here.size() - few);
    }
    return text;
}

std::string advice_lines(const explanation& of) {
    std::string text;
    for (const share& part : of.shares) {
        if (!part.resolved) {
            continue;
        }
        for (const std::string& name : part.of) {
            const tried_alone* one = of.find(name);
            if (one == nullptr || one->follows.setting.empty()) {
                continue;
            }
            const explain::advice& follows = one->follows;
            text += fmt::format("  {}: {}{}{}\n", name, follows.setting,
                                follows.price.empty() ? "" : "; its price: ", follows.price);
            text += follows.command.empty() ? "" : "      do:   " + follows.command + "\n";
            text += follows.undo.empty() ? "" : "      undo: " + follows.undo + "\n";
        }
    }
    return text.empty() ? "" : "What has the same effect in production:\n" + text;
}

} // namespace

std::string explanation_text(const explanation& of) {
    const bool any = std::any_of(of.alone.begin(), of.alone.end(),
                                 [](const tried_alone& one) { return one.resolved; });
    std::string text =
        fmt::format("{} costs {}.\n", of.of.name(), part_text(of.cost_ns, of.cost_ns));
    if (!any) {
        text += "No intervention made a difference that this run could see.\n";
    }
    text += share_lines(of) + other_ways(of);
    text += names_line(
        "Nothing was resolved from", of,
        [](const tried_alone& one) { return one.proof.what == hold::held && !one.resolved; },
        false);
    text += names_line(
        "There was nothing to take away for", of,
        [](const tried_alone& one) { return one.proof.what == hold::pointless; }, true);
    text += names_line(
        "Not proven to have taken hold, and left out", of,
        [](const tried_alone& one) {
            return one.proof.what == hold::failed || one.proof.what == hold::unprovable;
        },
        true);
    return text + not_here(of) + advice_lines(of);
}

} // namespace tollgate::report
