// SPDX-License-Identifier: BSL-1.0
// The recommendations. Each decision needs significant differences, and each reason is a figure.
#include "screen/screen.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tollgate::cost_sheet {
namespace {

std::string said(const screen_line& line) {
    return short_cost(line.cost.ns);
}

/// "adds ~12 ns", or "adds at most 3 ns" if the line may add nothing.
std::string added(const screen_line& line) {
    const auto& range = line.cost.ns.range;
    return range && range->low <= 0 ? "adds at most " + report::upper_text(range->high)
                                    : "adds " + said(line);
}

/// "~6.6 µs (310 ×)"
std::string said_as_multiple(const screen_line& cost, const screen_line& base) {
    return base.cost.ns.value > 0
               ? fmt::format("{} ({} ×)", said(cost),
                             report::ratio_digits_text(times_as_much(cost.cost, base.cost)))
               : said(cost);
}

/// In a sentence: "Tollgate SPSC queue", "spinning ring".
const std::string& name_of(const screen_line& line) {
    return line.words.empty() ? line.label : line.words;
}

/// The first text that fits; if none fits, the beginning of the last text.
std::string first_that_fits(std::vector<std::string> texts) {
    const auto fits = [](const std::string& text) {
        return report::width_of(text) <= advice_columns;
    };
    const auto found = std::ranges::find_if(texts, fits);
    return found == texts.end() ? report::wrapped(texts.back(), advice_columns, 1, "").front()
                                : *found;
}

/// The measured lines, and how they compare.
class measured_lines {
public:
    measured_lines(const results& all, const std::vector<screen_line>& lines)
        : all_(&all), lines_(&lines) {}

    /// Null if the line was not measured.
    [[nodiscard]] const screen_line* find(std::string_view name) const {
        const screen_line* line = mentioned(name);
        return line != nullptr && line->case_index ? line : nullptr;
    }
    /// The line with the lowest cost; null if none was measured.
    template <std::size_t Count>
    [[nodiscard]] const screen_line*
    cheapest(const std::array<std::string_view, Count>& names) const {
        const screen_line* least = nullptr;
        for (const std::string_view name : names) {
            const screen_line* line = find(name);
            if (line != nullptr && (!least || line->cost.ns.value < least->cost.ns.value)) {
                least = line;
            }
        }
        return least;
    }
    /// Whether `first` costs significantly less. A cost that is not above zero cannot be right.
    [[nodiscard]] bool less(const screen_line& first, const screen_line& second) const {
        return first.cost.ns.value > 0 && first.cost.ns.value < second.cost.ns.value &&
               together(first, second) && differ_significantly(*all_, first, second);
    }
    [[nodiscard]] bool together(const screen_line& first, const screen_line& second) const {
        return measured_together(*all_, first, second);
    }
    /// The CPU time that an operation takes in addition to another, if it is significantly more.
    [[nodiscard]] std::optional<double> more_cpu_ns(const screen_line& cost,
                                                    const screen_line& base) const {
        const auto cpu_of = [&](const screen_line& line) {
            const case_row& row = all_->cases[*line.case_index];
            return measured_cost{
                {row.summary.cpu_ns, {}}, row.cpu_passes, row.file, row.cost.noise_floor, {}};
        };
        const measured_cost more = cpu_of(cost);
        const measured_cost less = cpu_of(base);
        const std::array family{cost_question{&less, &more}};
        return more.ns.value > less.ns.value && shown_to_cost_more(family).front()
                   ? std::optional(more.ns.value - less.ns.value)
                   : std::nullopt;
    }
    [[nodiscard]] std::string longer() const { return longer_run(*all_); }
    /// Undecided: what would decide between these two.
    [[nodiscard]] std::string undecided(const screen_line& first, const screen_line& second) const {
        if (!together(first, second)) {
            return fmt::format("undecided: {} and {} did not run together; make run",
                               report::printable(first.program, 20),
                               report::printable(second.program, 20));
        }
        return first_that_fits(
            {fmt::format("undecided: {} {} or {} {}; {}", name_of(first), said(first),
                         name_of(second), said(second), longer()),
             fmt::format("undecided: {} or {}; {} may decide", said(first), said(second), longer()),
             fmt::format("undecided; {} may decide", longer())});
    }
    /// Whether a file says why the line is not available.
    [[nodiscard]] bool is_refused(std::string_view name) const {
        const screen_line* line = mentioned(name);
        return line != nullptr && !line->why_not.empty();
    }
    /// Undecided, because a line is missing: the reason, or the program that measures it.
    [[nodiscard]] std::string without(std::string_view name, std::string_view program) const {
        const screen_line* line = mentioned(name);
        return is_refused(name)
                   ? first_that_fits({"not possible here: " + report::printable(line->why_not)})
                   : fmt::format("undecided: needs the usual cases of {}; make run", program);
    }

private:
    [[nodiscard]] const screen_line* mentioned(std::string_view name) const {
        const auto found = std::ranges::find(*lines_, name, &screen_line::name);
        return found == lines_->end() ? nullptr : &*found;
    }

    const results* all_;
    const std::vector<screen_line>* lines_;
};

using advice = std::optional<recommendation>;

/// "Tollgate fibers" if they cost less than Boost's, "fibers" if that is not known.
std::string name_of_fibers(const measured_lines& measured) {
    const screen_line* own = measured.find("fiber_own");
    const screen_line* boost = measured.find("fiber_boost");
    return own == nullptr || boost == nullptr ? "fibers"
           : measured.less(*own, *boost)      ? "Tollgate fibers"
           : measured.less(*boost, *own)      ? "Boost fibers"
                                              : "fibers";
}

/// A coroutine waits only in its own body, a fiber in every function that it calls: in deep waits.
/// The ring of coroutines has no scheduler.
advice coroutines_or_fibers(const std::string& task, const screen_line& coroutine,
                            const screen_line& fiber, const screen_line& thread) {
    const std::string both =
        fmt::format("bare coroutine {}; fiber, for deep waits, {}", said(coroutine), said(fiber));
    return recommendation{task,
                          first_that_fits({both + "; thread " + said_as_multiple(thread, coroutine),
                                           both + "; thread " + said(thread), both}),
                          true};
}

advice many_tasks(const measured_lines& measured) {
    const std::string task = "Many waiting tasks";
    const screen_line* fiber =
        measured.cheapest(std::array<std::string_view, 2>{"fiber_own", "fiber_boost"});
    const screen_line* thread = measured.find("thread_one_cpu");
    if (fiber == nullptr && thread == nullptr) {
        return std::nullopt;
    }
    if (fiber == nullptr) {
        return recommendation{task, measured.without("fiber_own", "testFiber")};
    }
    if (thread == nullptr) {
        return recommendation{task, measured.without("thread_one_cpu", "testThread")};
    }
    const screen_line* coroutine = measured.find("coroutine");
    if (coroutine != nullptr && measured.less(*coroutine, *fiber) &&
        measured.less(*fiber, *thread)) {
        return coroutines_or_fibers(task, *coroutine, *fiber, *thread);
    }
    if (measured.less(*fiber, *thread)) {
        const std::string cost =
            fmt::format("{}: {} a switch; threads", name_of_fibers(measured), said(*fiber));
        const std::string threads = ": " + said_as_multiple(*thread, *fiber);
        return recommendation{
            task, first_that_fits({cost + ", " + thread->words + threads, cost + threads}), true};
    }
    if (measured.less(*thread, *fiber)) {
        return recommendation{task,
                              fmt::format("threads, {}: {} a switch; fibers: {}", thread->words,
                                          said(*thread), said_as_multiple(*fiber, *thread)),
                              true};
    }
    return recommendation{task, measured.undecided(*fiber, *thread)};
}

advice pipeline(const measured_lines& measured) {
    const std::string task = "Pipeline over CPUs";
    constexpr std::array<std::string_view, 3> ways{"stream_own", "stream_alternative",
                                                   "stream_condvar"};
    const screen_line* best = measured.cheapest(ways);
    if (best == nullptr) {
        return measured.is_refused("stream_own")
                   ? advice({task, measured.without("stream_own", "testQueue")})
                   : std::nullopt;
    }
    const screen_line* same = nullptr;
    const screen_line* more = nullptr;
    for (const std::string_view name : ways) {
        const screen_line* line = measured.find(name);
        if (line != nullptr && line != best) {
            (measured.less(*best, *line) ? more : same) = line;
        }
    }
    if (same != nullptr && (more == nullptr || !measured.less(*same, *more))) {
        return recommendation{task, measured.undecided(*best, *same)};
    }
    if (more == nullptr) {
        return recommendation{task, measured.without("stream_condvar", "testQueue")};
    }
    const std::string first = fmt::format("{}: {}", name_of(*best), said(*best));
    const std::string others =
        fmt::format("; {}: {}", name_of(*more), said_as_multiple(*more, *best));
    if (same == nullptr) {
        return recommendation{
            task, first_that_fits({first + " a message" + others, first + others, first}), true};
    }
    const std::string either =
        fmt::format("{} ({}) or {} ({})", name_of(*best), said(*best), name_of(*same), said(*same));
    return recommendation{
        task,
        first_that_fits(
            {fmt::format("{}; {}: {}", either, name_of(*more), said(*more)), either, first}),
        true};
}

advice request_and_reply(const measured_lines& measured) {
    const std::string task = "Request/reply of threads";
    const screen_line* spin = measured.cheapest(
        std::array<std::string_view, 2>{"message_awake", "message_awake_alternative"});
    const screen_line* sleep = measured.find("message_asleep");
    if (spin == nullptr || sleep == nullptr) {
        const char* const missing = sleep == nullptr ? "message_asleep" : "message_awake";
        return spin != nullptr || sleep != nullptr || measured.is_refused(missing)
                   ? advice({task, measured.without(missing, "testQueue")})
                   : std::nullopt;
    }
    if (measured.less(*sleep, *spin)) {
        return recommendation{
            task, fmt::format("sleep: {}; spin: {}", said(*sleep), said_as_multiple(*spin, *sleep)),
            true};
    }
    if (!measured.less(*spin, *sleep)) {
        return recommendation{task, measured.undecided(*spin, *sleep)};
    }
    const std::string begin = fmt::format("spin: {} one way, 2 CPUs busy; sleep: ", said(*spin));
    const screen_line* one_cpu = measured.find("message_one_cpu");
    std::vector<std::string> texts{begin + said_as_multiple(*sleep, *spin), begin + said(*sleep)};
    if (one_cpu != nullptr && measured.less(*one_cpu, *sleep)) {
        texts.insert(texts.begin(),
                     fmt::format("{}{}; on 1 CPU: {}", begin, said(*sleep), said(*one_cpu)));
    }
    return recommendation{task, first_that_fits(std::move(texts)), true};
}

/// They are free enough if they add at most a twentieth of a switch between threads, and not free
/// if they add more.
advice timeouts_and_tokens(const measured_lines& measured) {
    constexpr double small = 0.05;
    const screen_line* timeout = measured.find("timeout_kernel");
    const screen_line* token = measured.find("token_wait");
    const std::string task = token == nullptr     ? "Timeouts"
                             : timeout == nullptr ? "Cancellation"
                                                  : "Timeouts and cancellation";
    const screen_line* thread = measured.find("thread_one_cpu");
    std::vector<std::string> adds;
    bool free = true;
    bool not_free = false;
    bool comparable = thread != nullptr && thread->cost.ns.range && thread->cost.ns.value > 0;
    for (const auto& [line, name] :
         {std::pair{timeout, "a timeout "}, {token, "a cancel token "}}) {
        if (line != nullptr) {
            comparable = comparable && line->cost.ns.range && line->cost.ns.range->high > 0 &&
                         measured.together(*line, *thread);
            if (comparable) {
                const stats::interval& most = *thread->cost.ns.range;
                free = free && line->cost.ns.range->high <= small * most.low;
                not_free = not_free || line->cost.ns.range->low > small * most.high;
            }
            adds.push_back(name + added(*line));
        }
    }
    if (adds.empty()) {
        return std::nullopt;
    }
    const std::string costs = fmt::format("{}", fmt::join(adds, ", "));
    if (!comparable) {
        return recommendation{
            task, first_that_fits({"undecided: " + costs + "; make run", "undecided; make run"})};
    }
    if (!free && !not_free) {
        return recommendation{task,
                              first_that_fits({"undecided: " + costs + "; " + measured.longer(),
                                               "undecided: " + costs,
                                               "undecided; " + measured.longer() + " may decide"})};
    }
    const std::string verdict = free ? "leave on: " : "not free: ";
    return recommendation{task, first_that_fits({verdict + costs + " to a wait", verdict + costs}),
                          true};
}

advice sleeping(const measured_lines& measured) {
    const std::string task = "Sleeping until a deadline";
    const screen_line* plain = measured.find("late");
    const screen_line* spinning = measured.find("late_spinning");
    if (plain == nullptr || spinning == nullptr) {
        return plain == nullptr && spinning == nullptr
                   ? std::nullopt
                   : advice({task, measured.without("late_spinning", "testSleep")});
    }
    if (measured.less(*plain, *spinning)) {
        return recommendation{task,
                              fmt::format("sleep: {} late; spinning at the end: {}, no better",
                                          said(*plain), said(*spinning)),
                              true};
    }
    if (!measured.less(*spinning, *plain)) {
        return recommendation{task, measured.undecided(*plain, *spinning)};
    }
    const std::string begin =
        fmt::format("sleep: {} late; spin at the end: {} late", said(*plain), said(*spinning));
    const auto price_ns = measured.more_cpu_ns(*spinning, *plain);
    return recommendation{task,
                          price_ns
                              ? first_that_fits({fmt::format("{}, + {} CPU a sleep", begin,
                                                             report::value_text({*price_ns, {}})),
                                                 begin})
                              : begin,
                          true};
}

} // namespace

std::vector<recommendation> recommend(const results& all, const std::vector<screen_line>& lines) {
    const measured_lines measured(all, lines);
    std::vector<recommendation> found;
    for (const auto& decide :
         {many_tasks, pipeline, request_and_reply, timeouts_and_tokens, sleeping}) {
        if (advice advised = decide(measured)) {
            found.push_back(*std::move(advised));
        }
    }
    return found;
}

} // namespace tollgate::cost_sheet
