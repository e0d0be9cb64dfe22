// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/explained.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::report {
namespace {

using explain::explanation;
using explain::share;
using explain::share_kind;
using explain::tried_alone;
using hold = explain::hold_proof::verdict;

using lines = std::vector<std::string>;

/// The most lines of the verdict, without what follows from it.
constexpr std::size_t most_lines = 20;
constexpr std::size_t few = 3;

std::string joined(const lines& words, const char* between) {
    std::string text;
    for (const std::string& one : words) {
        text += (text.empty() ? "" : between) + one;
    }
    return text;
}

std::string intervention_words(const share& part, const explanation& of) {
    const tried_alone* first = part.of.empty() ? nullptr : of.find(part.of.front());
    if (first == nullptr) {
        return "goes with " + joined(part.of, "+");
    }
    return first->effect + (first->proof.says.empty() ? "" : " (" + first->proof.says + ")") +
           (part.of.size() > 1 ? "; they share this part: " + joined(part.of, ", ") : "");
}

measure::estimate negated(const measure::estimate& one) {
    measure::estimate negative{-one.value, std::nullopt};
    if (one.range) {
        negative.range = {-one.range->high, -one.range->low, one.range->confidence};
    }
    return negative;
}

std::string rest_line(const share& rest, const explanation& of) {
    const std::string words = share_words(rest, of);
    if (!rest.resolved && rest.ns.range) {
        const double most_ns = rest.ns.range->high;
        return most_ns > 0 ? bound_text(most_ns) + " " + words : "nothing is left to explain";
    }
    if (rest.resolved && rest.ns.value < 0) {
        return "these parts overlap: they add up to more than the cost, by " +
               part_text(negated(rest.ns), of.cost_ns);
    }
    return part_text(rest.ns, of.cost_ns) + " " + words;
}

bool is_share(const tried_alone& one, const explanation& of) {
    return std::any_of(of.shares.begin(), of.shares.end(), [&](const share& part) {
        return std::find(part.of.begin(), part.of.end(), one.name) != part.of.end();
    });
}

std::string other_way(const tried_alone& one, const explanation& of) {
    if (one.is_scatter) {
        return fmt::format("With {} its batches scatter by {} more.", one.name,
                           time_text(one.scatter_ns));
    }
    const bool cheaper = one.takes_off_ns.value > 0;
    // It would be a share if the second stage had confirmed it.
    const bool unconfirmed = cheaper && !one.is_alternative;
    // Both figures are of the first stage: the case may cost something else in the second.
    return fmt::format(
        "With {} it costs {} instead of {}, {} by {}{}.", one.name, time_text(one.costs_ns),
        time_text(one.costs_ns + one.takes_off_ns.value), cheaper ? "less" : "more",
        part_text(cheaper ? one.takes_off_ns : negated(one.takes_off_ns), of.cost_ns),
        unconfirmed ? "; no second measurement has confirmed it as a part" : "");
}

/// The interventions that are no part of the cost: other ways to do it, and those with which it
/// costs more. An intervention without a line of its own is named in the last line. `most` is 1 at
/// least.
lines other_ways(const explanation& of, std::size_t most) {
    std::vector<const tried_alone*> ways;
    for (const tried_alone& one : of.alone) {
        if (one.resolved && !is_share(one, of)) {
            ways.push_back(&one);
        }
    }
    std::stable_sort(ways.begin(), ways.end(), [](const auto* one, const auto* other) {
        return one->takes_off_ns.value > other->takes_off_ns.value;
    });
    const std::size_t whole = ways.size() <= most ? ways.size() : most - 1;
    lines said;
    lines names;
    for (const tried_alone* one : ways) {
        if (said.size() < whole) {
            said.push_back(other_way(*one, of));
        } else {
            names.push_back(one->name);
        }
    }
    if (!names.empty()) {
        said.push_back("A difference was resolved with these, too: " + joined(names, ", ") + ".");
    }
    return said;
}

/// The interventions that took nothing off, and why; those that were not possible.
lines without_effect(const explanation& of) {
    lines nothing;
    lines pointless;
    lines unproven;
    for (const tried_alone& one : of.alone) {
        const std::string why = one.proof.says.empty() ? "" : " (" + one.proof.says + ")";
        switch (one.proof.what) {
        case hold::held:
            if (!one.resolved && !is_share(one, of)) {
                nothing.push_back(one.name);
            }
            break;
        case hold::pointless:
            pointless.push_back(one.name + why);
            break;
        case hold::failed:
        case hold::unprovable:
            unproven.push_back(one.name + why);
        }
    }
    lines said;
    const auto say = [&](const char* begin, const lines& names) {
        if (!names.empty()) {
            said.push_back(fmt::format("{}: {}.", begin, joined(names, ", ")));
        }
    };
    say("Nothing was resolved from", nothing);
    say("There was nothing to take away for", pointless);
    say("Not proven to have taken hold, and left out", unproven);
    for (std::size_t i = 0; i < std::min(few, of.not_here.size()); ++i) {
        said.push_back(
            fmt::format("Not possible here: {}: {}.", of.not_here[i].name, of.not_here[i].reason));
    }
    if (of.not_here.size() > few) {
        said.push_back(fmt::format(
            "{} more are not possible here; the file that --json writes has the reasons.",
            of.not_here.size() - few));
    }
    return said;
}

/// A sentence if no intervention was resolved, in neither stage; else empty.
std::string nothing_resolved(const explanation& of) {
    bool could_be = false;
    for (const tried_alone& one : of.alone) {
        if (one.resolved || is_share(one, of)) {
            return {};
        }
        could_be = could_be || one.takes_off_ns.range || one.is_scatter;
    }
    return could_be ? "No intervention made a difference that this run could see."
                    : "There were too few passes to resolve a difference.";
}

lines verdict(const explanation& of) {
    if (of.shares.empty()) {
        return {of.of.name() + " was not measured."};
    }
    lines said{fmt::format("{} costs {}.", of.of.name(), part_text(of.cost_ns, of.cost_ns))};
    if (std::string text = nothing_resolved(of); !text.empty()) {
        said.push_back(std::move(text));
    }
    for (const share& one : of.shares) {
        if (std::string line = share_line(one, of); !line.empty()) {
            said.push_back("  " + line);
        }
    }
    const lines others = without_effect(of);
    const std::size_t used = said.size() + others.size();
    const lines ways = other_ways(of, used < most_lines ? most_lines - used : 1);
    said.insert(said.end(), ways.begin(), ways.end());
    said.insert(said.end(), others.begin(), others.end());
    return said;
}

/// A text of a file may have ends of lines in it, and so lines that look like ours.
std::string on_one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string advice_text(const explanation& of) {
    std::string text;
    const auto add = [&](const std::string& begin, const std::string& words) {
        if (!words.empty()) {
            text += on_one_line(begin + words) + "\n";
        }
    };
    const auto found = same_effect(of);
    for (std::size_t i = 0; i < std::min(found.size(), most_lines); ++i) {
        const explain::advice& follows = found[i]->follows;
        const std::string price = follows.price.empty() ? "" : "; its price: " + follows.price;
        add("  " + found[i]->name + ": ", follows.setting + price);
        add("      do:   ", follows.command);
        add("      undo: ", follows.undo);
    }
    return text.empty() ? "" : "Settings with the same effect in production:\n" + text;
}

} // namespace

std::string part_text(const measure::estimate& part, const measure::estimate& whole) {
    const auto unsure = part.uncertainty();
    if (!unsure) {
        return time_text(part.value) + " (too few passes for an error)";
    }
    if (*unsure > sure_share * std::abs(whole.value)) {
        return range_text(*part.range) + " (not sure to a tenth)";
    }
    // The ± is even, the range need not be: a ± that reaches 0 would deny a range that does not.
    const bool excludes_0 = part.range->low > 0 || part.range->high < 0;
    if (excludes_0 && *unsure >= std::abs(part.value)) {
        return range_text(*part.range);
    }
    return plus_minus_text(part.value, *unsure);
}

std::string share_words(const share& one, const explanation& of) {
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
        return "comes from a few batches that took much longer than the others";
    case share_kind::rest:
        break;
    }
    return of.shares.size() == 1 ? "is not explained" : "is left, and not explained";
}

std::string share_line(const share& part, const explanation& of) {
    if (part.what == share_kind::rest) {
        return rest_line(part, of);
    }
    const std::string words = " " + share_words(part, of);
    if (part.resolved) {
        return part_text(part.ns, of.cost_ns) + words;
    }
    const std::string unresolved = " (not resolved)" + words;
    // An upper bound is said of what was tried.
    if (part.what == share_kind::intervention || part.what == share_kind::base) {
        return (part.ns.range ? bound_text(std::max(0.0, part.ns.range->high))
                              : time_text(part.ns.value)) +
               unresolved;
    }
    // A small one would be a line that says nothing; a large one belongs to the sum.
    constexpr double noticed = 0.01;
    const bool small = std::abs(part.ns.value) < noticed * std::abs(of.cost_ns.value);
    return small ? "" : time_text(part.ns.value) + unresolved;
}

std::vector<const tried_alone*> same_effect(const explanation& of) {
    std::vector<const tried_alone*> found;
    for (const share& part : of.shares) {
        for (const std::string& name : part.of) {
            const tried_alone* one = part.resolved ? of.find(name) : nullptr;
            if (one != nullptr && !one->follows.setting.empty() &&
                std::find(found.begin(), found.end(), one) == found.end()) {
                found.push_back(one);
            }
        }
    }
    return found;
}

std::string explanation_text(const explanation& of) {
    std::string text;
    // Of ours there are no more; a file of others may have any number.
    const lines said = verdict(of);
    for (std::size_t i = 0; i < std::min(said.size(), most_lines); ++i) {
        text += on_one_line(said[i]) + "\n";
    }
    return text + advice_text(of);
}

} // namespace tollgate::report
