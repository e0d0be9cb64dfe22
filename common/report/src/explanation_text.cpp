// SPDX-License-Identifier: BSL-1.0
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

std::string joined(const lines& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

/// The reason for a verdict behind a name or an effect.
std::string with_reason(const std::string& words, const tried_alone& tried) {
    return words + (tried.proof.says.empty() ? "" : " (" + tried.proof.says + ")");
}

std::string intervention_words(const share& part, const explanation& all) {
    const tried_alone* first = part.of.empty() ? nullptr : all.find(part.of.front());
    if (first == nullptr) {
        return fmt::format("goes with {}", fmt::join(part.of, "+"));
    }
    return with_reason(first->effect, *first) +
           (part.of.size() > 1 ? "; they share this part: " + joined(part.of) : "");
}

/// How large a part is, whether it is added or taken off.
std::string size_text(measure::estimate part, const explanation& all) {
    if (!(part.value > 0)) {
        part.value = -part.value;
        if (part.range) {
            part.range = {-part.range->high, -part.range->low, part.range->confidence};
        }
    }
    return part_text(part, all.cost_ns);
}

std::string rest_line(const share& rest, const explanation& all) {
    const std::string words = share_words(rest, all);
    if (!rest.resolved && rest.ns.range) {
        const double most_ns = rest.ns.range->high;
        return most_ns > 0 ? bound_text(most_ns) + " " + words : "nothing is left to explain";
    }
    if (rest.resolved && rest.ns.value < 0) {
        return "these parts overlap: they add up to more than the cost, by " +
               size_text(rest.ns, all);
    }
    return part_text(rest.ns, all.cost_ns) + " " + words;
}

bool is_share(const tried_alone& tried, const explanation& all) {
    return std::any_of(all.shares.begin(), all.shares.end(), [&](const share& part) {
        return std::find(part.of.begin(), part.of.end(), tried.name) != part.of.end();
    });
}

std::string other_way(const tried_alone& tried, const explanation& all) {
    if (tried.is_scatter) {
        return fmt::format("With {} its batches scatter by {} more.", tried.name,
                           time_text(tried.scatter_ns));
    }
    const bool cheaper = tried.takes_off_ns.value > 0;
    // It would be a share if the second stage had confirmed it.
    const bool unconfirmed = cheaper && !tried.is_alternative;
    // Both figures are of the first stage: the case may cost something else in the second.
    return fmt::format("With {} it costs {} instead of {}, {} by {}{}.", tried.name,
                       time_text(tried.costs_ns),
                       time_text(tried.costs_ns + tried.takes_off_ns.value),
                       cheaper ? "less" : "more", size_text(tried.takes_off_ns, all),
                       unconfirmed ? "; no second measurement has confirmed it as a part" : "");
}

/// The interventions that are no part of the cost: other ways to do it, and those with which it
/// costs more. An intervention without a line of its own is named in the last line. `most` is 1 at
/// least.
lines other_ways(const explanation& all, std::size_t most) {
    std::vector<const tried_alone*> ways;
    for (const tried_alone& tried : all.alone) {
        if (tried.resolved && !is_share(tried, all)) {
            ways.push_back(&tried);
        }
    }
    std::stable_sort(ways.begin(), ways.end(), [](const auto* a, const auto* b) {
        return a->takes_off_ns.value > b->takes_off_ns.value;
    });
    lines said;
    lines names;
    for (const tried_alone* tried : ways) {
        if (ways.size() <= most || said.size() + 1 < most) {
            said.push_back(other_way(*tried, all));
        } else {
            names.push_back(tried->name);
        }
    }
    if (!names.empty()) {
        said.push_back("A difference was resolved with these, too: " + joined(names) + ".");
    }
    return said;
}

/// The interventions that took nothing off, and why; those that were not possible.
lines without_effect(const explanation& all) {
    lines nothing;
    lines pointless;
    lines unproven;
    for (const tried_alone& tried : all.alone) {
        if (tried.proof.what == hold::pointless) {
            pointless.push_back(with_reason(tried.name, tried));
        } else if (tried.proof.what != hold::held) {
            unproven.push_back(with_reason(tried.name, tried));
        } else if (!tried.resolved && !is_share(tried, all)) {
            nothing.push_back(tried.name);
        }
    }
    lines said;
    const auto say = [&](const char* begin, const lines& names) {
        if (!names.empty()) {
            said.push_back(fmt::format("{}: {}.", begin, joined(names)));
        }
    };
    say("Nothing was resolved from", nothing);
    say("There was nothing to take away for", pointless);
    say("Not proven to have taken hold, and left out", unproven);
    for (std::size_t i = 0; i < std::min(few, all.not_here.size()); ++i) {
        const auto& [name, reason] = all.not_here[i];
        said.push_back(fmt::format("Not possible here: {}: {}.", name, reason));
    }
    if (all.not_here.size() > few) {
        said.push_back(fmt::format(
            "{} more are not possible here; the file that --json writes has the reasons.",
            all.not_here.size() - few));
    }
    return said;
}

/// A sentence if no intervention was resolved, in neither stage; else empty.
std::string nothing_resolved(const explanation& all) {
    bool could_be = false;
    for (const tried_alone& tried : all.alone) {
        if (tried.resolved || is_share(tried, all)) {
            return {};
        }
        could_be = could_be || tried.takes_off_ns.range || tried.is_scatter;
    }
    return could_be ? "No intervention made a difference that this run could see."
                    : "There were too few passes to resolve a difference.";
}

std::string share_line(const share& part, const explanation& all) {
    if (part.what == share_kind::rest) {
        return rest_line(part, all);
    }
    const std::string words = " " + share_words(part, all);
    if (part.resolved) {
        return part_text(part.ns, all.cost_ns) + words;
    }
    const std::string unresolved = " (not resolved)" + words;
    // An upper bound is said of what was tried.
    const bool was_tried = part.what == share_kind::intervention || part.what == share_kind::base;
    if (was_tried && part.ns.range) {
        return bound_text(std::max(0.0, part.ns.range->high)) + unresolved;
    }
    // A small one would be a line that says nothing; a large one belongs to the sum.
    constexpr double noticed = 0.01;
    const bool small = std::abs(part.ns.value) < noticed * std::abs(all.cost_ns.value);
    return small && !was_tried ? "" : time_text(part.ns.value) + unresolved;
}

lines verdict(const explanation& all) {
    if (all.shares.empty()) {
        return {all.of.name() + " was not measured."};
    }
    lines said{fmt::format("{} costs {}.", all.of.name(), part_text(all.cost_ns, all.cost_ns)),
               nothing_resolved(all)};
    for (const share& part : all.shares) {
        const std::string line = share_line(part, all);
        said.push_back(line.empty() ? line : "  " + line);
    }
    std::erase(said, "");
    const lines others = without_effect(all);
    const std::size_t used = said.size() + others.size();
    const lines ways = other_ways(all, used < most_lines ? most_lines - used : 1);
    said.insert(said.end(), ways.begin(), ways.end());
    said.insert(said.end(), others.begin(), others.end());
    said.resize(std::min(said.size(), most_lines)); // a file of others may have any number
    return said;
}

lines advice_lines(const explanation& all) {
    lines said;
    const auto add = [&](const std::string& begin, const std::string& words) {
        if (!words.empty()) {
            said.push_back(begin + words);
        }
    };
    auto tried_ones = same_effect(all);
    tried_ones.resize(std::min(tried_ones.size(), most_lines));
    for (const tried_alone* tried : tried_ones) {
        const explain::advice& follows = tried->follows;
        const std::string price = follows.price.empty() ? "" : "; its price: " + follows.price;
        add("  " + tried->name + ": ", follows.setting + price);
        add("      do:   ", follows.command);
        add("      undo: ", follows.undo);
    }
    if (!said.empty()) {
        said.insert(said.begin(), "Settings with the same effect in production:");
    }
    return said;
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

std::string share_words(const share& part, const explanation& all) {
    switch (part.what) {
    case share_kind::intervention:
        return intervention_words(part, all);
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
    return all.shares.size() == 1 ? "is not explained" : "is left, and not explained";
}

std::vector<const tried_alone*> same_effect(const explanation& all) {
    std::vector<const tried_alone*> found;
    for (const share& part : all.shares) {
        for (const std::string& name : part.of) {
            const tried_alone* tried = part.resolved ? all.find(name) : nullptr;
            if (tried != nullptr && !tried->follows.setting.empty() &&
                std::find(found.begin(), found.end(), tried) == found.end()) {
                found.push_back(tried);
            }
        }
    }
    return found;
}

std::string explanation_text(const explanation& all) {
    lines said = verdict(all);
    for (std::string& line : advice_lines(all)) {
        said.push_back(std::move(line));
    }
    std::string text;
    for (std::string& line : said) {
        // A text of a file may have ends of lines in it, and so lines that look like ours.
        std::replace(line.begin(), line.end(), '\n', ' ');
        text += line + "\n";
    }
    return text;
}

} // namespace tollgate::report
