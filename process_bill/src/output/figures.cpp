// SPDX-License-Identifier: BSL-1.0
#include "figures.hpp"

#include <tollgate/cli/number.hpp>
#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

namespace tollgate::bill {
namespace {

/// The place of the first digit: 0 for 1 to 9, -1 for 0.1 to 0.9. A difference of two decimal
/// numbers may be below its power of ten by some bits.
int first_place(double number) {
    return static_cast<int>(std::floor(std::log10(std::abs(number) * (1 + 1e-9))));
}

/// The decimals of a number with at least two digits, and with the first digit of its error.
int decimals_of(double number, double error) {
    constexpr int most = 6;
    int last = number == 0 ? 0 : first_place(number) - 1;
    last = error > 0 ? std::min(last, first_place(error)) : last;
    return std::clamp(-last, 0, most);
}

std::string plus_minus(double number, double error) {
    const int decimals = decimals_of(number, error);
    const double least = std::pow(10.0, -decimals); // ± 0 would be a promise
    return fmt::format("{0:.{2}f} ± {1:.{2}f}", number, std::max(error, least), decimals);
}

double error_of(const amount& number) {
    return std::max(number.high - number.value, number.value - number.low);
}

/// Whether one ± describes both ends of the interval.
bool is_symmetric(const amount& number) {
    const double up = number.high - number.value;
    const double down = number.value - number.low;
    constexpr double about = 1.5;
    return up <= about * down && down <= about * up;
}

/// The number and its interval: "0.21 (0.19 to 0.31)". All have the decimals of the number.
std::string with_interval(const amount& number) {
    const int decimals = decimals_of(number.value, 0);
    return fmt::format("{0:.{3}f} ({1:.{3}f} to {2:.{3}f})", number.value, number.low, number.high,
                       decimals);
}

/// Shares of 1 as per cents.
std::string percents_text(const amount& share) {
    const amount percents{100 * share.value, 100 * share.low, 100 * share.high};
    const double error = error_of(percents);
    return (error <= 0 ? fmt::format("{:.{}f}", percents.value, share.value < 0.0995 ? 1 : 0)
            : is_symmetric(percents) ? plus_minus(percents.value, error)
                                     : with_interval(percents)) +
           " %";
}

bool has_price(const entry& of) {
    return of.cpus.has_value();
}

std::string waiting_text(const statement& bill) {
    const bool all = std::ranges::all_of(bill.entries, has_price);
    if (!all && std::ranges::none_of(bill.entries, has_price)) {
        return "what its waits, wake-ups and calls cost is not known";
    }
    const std::string share = share_text(bill.waiting.value, bill.cpus_used);
    return fmt::format("of it {}{} for waits, wake-ups and calls{}{}", cpus_text(bill.waiting),
                       share.empty() ? "" : " (" + share + ")", all ? "" : " that have a price",
                       bill.waiting.value > bill.cpus_used ? ": the prices are too high here" : "");
}

} // namespace

std::string cpus_text(double cpus) {
    constexpr double least = 0.0001;
    const int decimals = cpus < 0.1 ? std::min(decimals_of(cpus, 0), 4) : 2;
    return cpus != 0 && std::abs(cpus) < least ? "< 0.0001"
                                               : fmt::format("{:.{}f}", cpus, decimals);
}

std::string cpus_text(const amount& cpus) {
    const double error = error_of(cpus);
    if (!(error > 0)) {
        return cpus_text(cpus.value);
    }
    if (error < std::abs(cpus.value)) {
        return is_symmetric(cpus) ? plus_minus(cpus.value, error) : with_interval(cpus);
    }
    return cpus.low > 0 ? cpus_text(cpus.low) + " to " + cpus_text(cpus.high)
                        : "at most " + cpus_text(cpus.high);
}

std::string share_text(double cpus, double cpus_used) {
    constexpr double least = 0.0005;
    const double share = cpus_used > 0 ? cpus / cpus_used : 0;
    return cpus_used <= 0 ? ""
           : share != 0 && share < least
               ? "< 0.1 %"
               : fmt::format("{:.{}f} %", 100 * share, share < 0.0995 ? 1 : 0);
}

std::string rate_text(double a_second) {
    constexpr double least = 0.05;
    return a_second >= 9.95    ? cli::grouped(static_cast<std::uint64_t>(std::llround(a_second)))
           : a_second >= least ? fmt::format("{:.1f}", a_second)
           : a_second > 0      ? "< 0.1"
                               : "0";
}

std::string wait_text(double us) {
    return us >= 1 ? report::value_text({us * 1e3, {}}) : us > 0 ? "< 1 µs" : "";
}

std::string price_text(const entry& of) {
    constexpr double confidence = 0.95;
    return of.price_ns ? report::cost_text(
                             {of.price_ns->value,
                              stats::interval{of.price_ns->low, of.price_ns->high, confidence}})
                       : "no price";
}

std::string saves_text(const saving& change, double cpus_used) {
    const amount& cpus = change.cpus;
    std::string time =
        !change.time_share
            ? ""
            : fmt::format("{} needs {} less time",
                          change.faster_thread.empty() ? "a thread" : change.faster_thread,
                          percents_text(*change.time_share));
    if (cpus.value < 0) {
        const std::string more = cpus_text(amount{-cpus.value, -cpus.high, -cpus.low});
        return fmt::format("{}{}costs {} CPUs more", time, time.empty() ? "" : "; ", more);
    }
    if (cpus.value == 0 && !time.empty()) {
        return time;
    }
    const std::string share = share_text(cpus.value, cpus_used);
    return fmt::format("saves {} CPUs{}{}{}", cpus_text(cpus),
                       share.empty() ? "" : " (" + share + ")", time.empty() ? "" : "; ", time);
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", cli::grouped(count), noun, count == 1 ? "" : "s");
}

std::string as_sentence(std::string text) {
    if (!text.empty()) {
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    }
    return text;
}

std::string processes_text(const statement& of) {
    constexpr std::size_t most = 3;
    const auto& names = of.processes;
    const auto shown = static_cast<std::ptrdiff_t>(std::min(names.size(), most));
    const std::string text =
        fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
    return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

totals_text totals_of(const statement& bill) {
    totals_text text;
    text.observed = fmt::format(
        "{} on {}, {} for {:.1f} s; observing took {} CPUs", counted(bill.threads, "thread"),
        counted(static_cast<std::size_t>(bill.cpus), "CPU"),
        bill.traced ? "traced" : "sampled from /proc", bill.seconds, cpus_text(bill.own_share));
    text.cpu_time =
        fmt::format("{} of {}; {}", cpus_text(bill.cpus_used),
                    counted(static_cast<std::size_t>(bill.cpus), "CPU"), waiting_text(bill));
    text.queued = fmt::format("{} threads on average could run and waited for a CPU",
                              cpus_text(bill.runnable));
    text.switches = fmt::format("{} a second; {} of them preemptions", rate_text(bill.switches),
                                rate_text(bill.preemptions));
    if (bill.migrations) {
        text.switches += fmt::format("; {} migrations", rate_text(*bill.migrations));
    }
    return text;
}

std::string no_savings_text(const statement& bill) {
    constexpr double next_to_nothing = 0.001;
    if (bill.cpus_used < next_to_nothing) {
        return "Nothing: there was almost no CPU time.";
    }
    if (!bill.entries.empty() && std::ranges::none_of(bill.entries, has_price)) {
        return "Not known without prices; `./bill --measure` measures them.";
    }
    return "Nothing certain was found: no change surely saves 1 % of the CPU time.";
}

std::string partial_text(const statement& bill) {
    return bill.partial ? fmt::format("PARTIAL: the observation was interrupted after {:.1f} s",
                                      bill.seconds)
                        : "";
}

} // namespace tollgate::bill
