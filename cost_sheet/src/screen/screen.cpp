// SPDX-License-Identifier: BSL-1.0
#include "screen.hpp"

#include "../ladder.hpp"
#include "../printable.hpp"
#include "lines.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/number.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

using report::case_pattern;

constexpr std::size_t most_about_environment = 3;

measure::estimate cost_of(const sheet_case& one) {
    return {one.value_ns, one.range};
}

/// Index of the cheapest case that is one of these.
std::optional<std::size_t> cheapest(const sheet& all, const std::vector<case_pattern>& among) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const sheet_case& one = all.cases[i];
        const bool meant = std::any_of(among.begin(), among.end(), [&](const case_pattern& each) {
            return each.matches(one.key);
        });
        if (meant && one.proven && all.files[one.file].proven && one.rounds != 0 &&
            (!found || one.value_ns < all.cases[*found].value_ns)) {
            found = i;
        }
    }
    return found;
}

/// Why a file has none of these: a refusal names a case, or several with `*` in their path.
std::string why_not(const sheet& all, const std::vector<case_pattern>& among) {
    for (const sheet_file& file : all.files) {
        for (const report::unavailable_case& one : file.unavailable) {
            for (const case_pattern& each : among) {
                case_pattern refused = each;
                if (one.key.within_program() == "*") {
                    refused.path = one.key.path();
                }
                if (file.proven && refused.matches(one.key)) {
                    return printable(one.reason);
                }
            }
        }
    }
    return {};
}

/// What one costs more than the other in each pass that both have.
std::vector<double> differences(const sheet_case& one, const sheet_case& less) {
    std::vector<double> found;
    for (const pass_cost& mine : one.pass_costs) {
        for (const pass_cost& other : less.pass_costs) {
            if (mine.pass == other.pass) {
                found.push_back(std::exp(mine.log_ns) - std::exp(other.log_ns));
            }
        }
    }
    return found;
}

measure::estimate difference(const sheet_case& one, const sheet_case& less) {
    const bool alike = one.quiet_share.has_value() == less.quiet_share.has_value();
    const std::vector<double> by_pass =
        alike && one.file == less.file ? differences(one, less) : std::vector<double>{};
    if (by_pass.size() >= measure::fewest_passes) {
        return {stats::mean(by_pass), stats::mean_interval(by_pass, measure::confidence)};
    }
    measure::estimate found{one.value_ns - less.value_ns, {}};
    if (one.range && less.range) {
        found.range = stats::interval{one.range->low - less.range->high,
                                      one.range->high - less.range->low, measure::confidence};
    }
    return found;
}

/// Nothing if there is nothing to say of it.
std::optional<screen_line> line_of(const sheet& all, const line_rule& rule) {
    screen_line line;
    line.what = rule.what;
    line.program = rule.program;
    line.only = rule.only;
    line.of = cheapest(all, rule.among);
    if (!line.of) {
        line.why_not = why_not(all, rule.among);
        return line.why_not.empty() ? std::nullopt : std::optional(line);
    }
    const sheet_case& of = all.cases[*line.of];
    if (!rule.less) {
        line.cost = cost_of(of);
        line.p99_ns = of.percentiles_ns[2];
        if (rule.among.size() > 1) {
            line.what += ": " + printable(of.key.text("impl"));
        }
        return line;
    }
    const auto less = cheapest(all, {*rule.less});
    if (!less) {
        return std::nullopt;
    }
    line.kind = costs::besides;
    line.cost = difference(of, all.cases[*less]);
    return line;
}

/// How many times the cheapest of these that stand for a case alone.
void rank(const sheet& all, std::vector<screen_line*> lines) {
    std::erase_if(lines, [](const screen_line* one) {
        return !one->of || one->kind != costs::alone ||
               report::grade_of(one->cost) == report::grade::poor;
    });
    if (lines.size() < 2) {
        return;
    }
    std::stable_sort(lines.begin(), lines.end(), [](const screen_line* a, const screen_line* b) {
        return a->cost.value < b->cost.value;
    });
    std::vector<std::size_t> cases;
    for (const screen_line* one : lines) {
        cases.push_back(*one->of);
    }
    const std::vector<bool> dearer = shown_dearer(all, cases);
    const double least = lines.front()->cost.value;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (least > 0) {
            lines[i]->ratio = lines[i]->cost.value / least;
        }
        lines[i]->tied = i != 0 && !dearer[i];
    }
}

bool told_apart(const sheet& all, const screen_line& one, const screen_line& other) {
    const bool in_order = one.cost.value <= other.cost.value;
    const screen_line& cheap = in_order ? one : other;
    const screen_line& dear = in_order ? other : one;
    if (cheap.kind == costs::alone && dear.kind == costs::alone) {
        return shown_dearer(all, std::array{*cheap.of, *dear.of}).at(1);
    }
    return cheap.cost.range && dear.cost.range && dear.cost.range->low > cheap.cost.range->high;
}

using known_lines = std::map<topic, screen_line>;

const screen_line* figure(const known_lines& known, topic about) {
    const auto found = known.find(about);
    const bool there = found != known.end() && found->second.of &&
                       report::grade_of(found->second.cost) != report::grade::poor;
    return there ? &found->second : nullptr;
}

bool is_guest(const sheet& all) {
    return std::any_of(all.files.begin(), all.files.end(), [](const sheet_file& file) {
        return std::any_of(file.environment.begin(), file.environment.end(), [](const auto& one) {
            return one.name == "hypervisor" && one.state == environment::condition::bad;
        });
    });
}

std::string sentence(const sheet& all, const known_lines& known, const claim_rule& rule) {
    const screen_line* one = figure(known, rule.about);
    std::string resolved;
    std::string tied;
    for (const claim_rule::other& each : rule.others) {
        const screen_line* other = figure(known, each.about);
        if (one == nullptr || other == nullptr) {
            continue;
        }
        if (told_apart(all, *one, *other) && other->cost.value > 0 && one->cost.value > 0) {
            resolved +=
                fmt::format("{}{} {}", resolved.empty() ? "" : ", ",
                            report::times_text(one->cost.value / other->cost.value), each.name);
        } else {
            tied += fmt::format("{}{}", tied.empty() ? "" : " or ", each.name);
        }
    }
    std::string text;
    if (!resolved.empty()) {
        text = fmt::format("{} {} {}", rule.subject, rule.verb, resolved);
    }
    if (!tied.empty()) {
        text += fmt::format("{} no difference from {} is resolved",
                            text.empty() ? fmt::format("{}:", rule.subject) : ";", tied);
    }
    if (!resolved.empty() && tied.empty() && !rule.in_a_guest.empty() && is_guest(all)) {
        text += rule.in_a_guest;
    }
    return text.empty() ? text : text + ".";
}

screen_section section_of(const sheet& all, const section_rule& rule) {
    screen_section section{std::string(rule.title), {}, {}};
    known_lines known;
    for (const group_rule& group : rule.groups) {
        std::vector<screen_line> lines;
        for (const line_rule& each : group) {
            const auto line = line_of(all, each);
            if (line && line->of) {
                known.emplace(each.about, *line);
            }
            if (line && !each.what.empty()) {
                lines.push_back(*line);
            }
        }
        std::vector<screen_line*> ranked;
        for (screen_line& one : lines) {
            ranked.push_back(&one);
        }
        rank(all, std::move(ranked));
        section.lines.insert(section.lines.end(), lines.begin(), lines.end());
    }
    for (const claim_rule& each : rule.claims) {
        if (std::string text = sentence(all, known, each); !text.empty()) {
            section.sentences.push_back(std::move(text));
        }
    }
    return section;
}

/// Two CPUs that were not always as far from each other: of all files that with the most readings.
std::optional<std::string> about_distances(const sheet& all) {
    constexpr double steady_share = 0.95;
    std::optional<std::string> text;
    std::uint64_t most = 0;
    for (const sheet_file& file : all.files) {
        for (const auto& [cpus, of] : file.distances) {
            if (of.usual_share < steady_share && of.readings > most) {
                most = of.readings;
                text = fmt::format("distance: CPUs {} and {} are {} apart for {} of the time, else "
                                   "{} to {}: the host moves them",
                                   cpus.first, cpus.second, report::time_text(of.usual_ns),
                                   report::percent_text(of.usual_share),
                                   report::time_text(of.least_ns), report::time_text(of.most_ns));
            }
        }
    }
    return is_guest(all) ? text : std::nullopt;
}

/// What moved the figures, then what is bad before what is unknown, and what can be helped before
/// what cannot.
std::vector<std::string> about_environment(const sheet& all) {
    std::vector<std::pair<int, std::string>> found;
    if (const auto moved = about_distances(all)) {
        found.emplace_back(-1, *moved);
    }
    std::set<std::string> named;
    for (const sheet_file& file : all.files) {
        for (const environment::verdict& one : file.environment) {
            const bool bad = one.state == environment::condition::bad;
            if (one.state == environment::condition::ok || (!bad && one.fix.empty()) ||
                !named.insert(one.name).second) {
                continue;
            }
            const std::string fix = one.fix.empty() ? "" : "; against it: " + printable(one.fix);
            found.emplace_back((bad ? 0 : 2) + (one.fix.empty() ? 1 : 0),
                               fmt::format("{}: {}{}", printable(one.name), printable(one.found),
                                           fix.empty() && !one.why.empty()
                                               ? " (" + printable(one.why) + ")"
                                               : fix));
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> lines;
    for (const auto& [rank, line] : found) {
        if (lines.size() < most_about_environment) {
            lines.push_back(line);
        }
    }
    return lines;
}

bool has_a_program_twice(const sheet& all) {
    std::set<std::string> programs;
    return std::any_of(all.files.begin(), all.files.end(), [&](const sheet_file& file) {
        return !programs.insert(file.about.program).second;
    });
}

} // namespace

screen make_screen(const sheet& all) {
    screen made;
    if (has_a_program_twice(all)) {
        return made;
    }
    for (const section_rule& rule : screen_rules()) {
        screen_section section = section_of(all, rule);
        const bool measured = std::any_of(section.lines.begin(), section.lines.end(),
                                          [](const screen_line& one) { return one.of; });
        if (measured) {
            made.sections.push_back(std::move(section));
        }
    }
    if (!made.sections.empty()) {
        made.environment = about_environment(all);
    }
    return made;
}

} // namespace tollgate::cost_sheet
