// SPDX-License-Identifier: BSL-1.0
#include "noise_text.hpp"

#include "cpu_noise.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace tollgate::noise_test {
namespace {

using report::markdown_table;
using align = markdown_table::align;

std::string fixed(double number, int digits) {
    // printf's point depends on the locale; a whole number has none.
    double scale = 1;
    for (int i = 0; i < digits; ++i) {
        scale *= 10;
    }
    const long long whole = std::llround(std::abs(number) * scale);
    const auto unit = static_cast<long long>(scale);
    std::string text = (number < 0 && whole != 0 ? "-" : "") + std::to_string(whole / unit);
    if (digits > 0) {
        std::string rest = std::to_string(whole % unit);
        text += "." + std::string(static_cast<std::size_t>(digits) - rest.size(), '0') + rest;
    }
    return text;
}

std::string name_of(const cpu_noise& one) {
    return "CPU " + std::to_string(one.cpu) +
           (one.beside.empty()    ? ""
            : one.beside == "smt" ? ", batch job on its sibling"
                                  : ", batch job on another core");
}

/// With three digits, as small shares are.
std::string share_text(double share) {
    const double percent = 100 * share;
    if (percent == 0) {
        return "0 %";
    }
    return fixed(percent, std::abs(percent) < 0.1 ? 4 : std::abs(percent) < 1 ? 3 : 2) + " %";
}

std::string or_dash(const std::optional<double>& ns) {
    return ns ? report::time_text(*ns) : "-";
}

/// Clocks slower than 10 Hz have a digit behind the point.
std::string hz_text(const period& of) {
    return fixed(of.hz(), of.hz() < 10 ? 1 : 0) + " Hz";
}

std::string period_cell(const cpu_noise& one) {
    if (!one.enough_for_period) {
        return "too few gaps";
    }
    if (!one.clock) {
        return "none found";
    }
    return hz_text(*one.clock) + ": " + fixed(100 * one.clock->share, 0) + " % of the gaps";
}

std::string table_of(const std::vector<cpu_noise>& all, const report::result& seen) {
    markdown_table table({{"watched", align::left},
                          {"taken"},
                          {"95 % interval"},
                          {"gaps/s"},
                          {"p50"},
                          {"p90"},
                          {"p99"},
                          {"longest"},
                          {"period", align::left},
                          {"steal, counted"},
                          {"interrupts took"}});
    const std::string loops =
        seen.speed.interrupts_u95 > 0 ? share_text(seen.speed.interrupts_share) : std::string("-");
    for (const cpu_noise& one : all) {
        const auto& range = one.share.range;
        table.add_row({name_of(one), share_text(one.share.value),
                       range ? share_text(range->low) + " to " + share_text(range->high) : "-",
                       fixed(one.gaps_per_s, one.gaps_per_s < 10 ? 1 : 0),
                       or_dash(one.length_ns[0]), or_dash(one.length_ns[1]),
                       or_dash(one.length_ns[2]), or_dash(one.longest_ns), period_cell(one),
                       one.steal_share ? share_text(*one.steal_share) : "-", loops});
    }
    return table.str();
}

std::string sentence_of(const cpu_noise& one) {
    std::string text = "From a thread that never waits (" + name_of(one) + ") this machine took " +
                       share_text(one.share.value) + " of the time, in " +
                       fixed(one.gaps_per_s, one.gaps_per_s < 10 ? 1 : 0) +
                       " gaps of 1 µs and more a second";
    if (one.clock) {
        text += "; " + fixed(100 * one.clock->share, 0) + " % of them come with a period of " +
                report::time_text(one.clock->ns) + " (" + hz_text(*one.clock) + ")";
    } else if (one.enough_for_period) {
        text += "; no period was found that they keep";
    } else if (one.gaps_per_s > 0) {
        text += "; these are too few to tell whether they have a period";
    }
    return text + ".\n";
}

/// A sentence if not all gaps are kept; else empty.
std::string sample_of(const cpu_noise& one) {
    if (!one.is_of_a_sample()) {
        return {};
    }
    return "On " + name_of(one) + " p50, p90, p99 and the period are those of " +
           std::to_string(one.gaps->listed.size()) + " of " + std::to_string(one.gaps->count()) +
           " gaps, a sample over the whole run.\n";
}

/// The moment of the first gap that is known. The listed ones may be a sample without the longest.
std::int64_t first_moment(const measure::gap_log& gaps) {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const measure::gap& one : gaps.listed) {
        first = std::min(first, one.at_ns);
    }
    for (const measure::counted_gap& one : gaps.longest) {
        first = std::min(first, one.seen.at_ns);
    }
    return first;
}

std::string longest_of(const cpu_noise& one) {
    std::string text;
    const std::int64_t first = first_moment(*one.gaps);
    for (const measure::counted_gap& gap : one.gaps->longest) {
        text += "  - " + report::time_text(static_cast<double>(gap.seen.length_ns)) + " after " +
                fixed(static_cast<double>(gap.seen.at_ns - first) / 1e9, 3) + " s, pass " +
                std::to_string(gap.seen.process + 1) + "; counted in its slice: ";
        if (gap.meanwhile.empty()) {
            text += "nothing";
        }
        for (std::size_t i = 0; i < gap.meanwhile.size(); ++i) {
            text += (i == 0 ? "" : ", ") + gap.meanwhile[i];
        }
        text += "\n";
    }
    return text.empty() ? "" : "The longest gaps on " + name_of(one) + ":\n" + text;
}

} // namespace

std::string noise_text(const report::result& seen, extent how_much) {
    const std::vector<cpu_noise> all = noise_of(seen);
    if (all.empty()) {
        return {};
    }
    std::string text;
    for (const cpu_noise& one : all) {
        text += sentence_of(one);
    }
    text += "\n" + table_of(all, seen);
    double turn_ns = 0;
    for (const cpu_noise& one : all) {
        turn_ns = std::max(turn_ns, one.turn_ns);
    }
    text += "\nA length is wrong by " + fixed(turn_ns, 0) +
            " ns at most, one turn of the loop that looks at the counter; p50 to longest are "
            "lengths of gaps.\n";
    for (const cpu_noise& one : all) {
        text += sample_of(one);
    }
    text += "\n";
    if (how_much == extent::whole) {
        for (const cpu_noise& one : all) {
            text += longest_of(one);
        }
        text += "\n";
    }
    return text;
}

} // namespace tollgate::noise_test
