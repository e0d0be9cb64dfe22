// SPDX-License-Identifier: BSL-1.0
#include "billing.hpp"

#include "observation_parts.hpp"
#include "output/screen.hpp"
#include "pricing/statement_of.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/stdout_terminal.hpp>
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/reference_loop.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <iostream>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace tollgate::bill {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

namespace {

/// Whether stdout is a pipe whose reader has ended, as with `| head`.
bool nobody_reads() {
    pollfd out{STDOUT_FILENO, 0, 0};
    return ::poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

} // namespace

finished_bill billing::bill() {
    finished_bill made;
    const auto begin = steady_clock::now();
    const auto end = end_after(begin);
    observation before;
    auto slice_end = next_slice(begin, end, {});
    take_reference(made);
    while (true) {
        const auto until = slice_end && end ? std::min(*slice_end, *end)
                           : slice_end      ? slice_end
                                            : end;
        made.end = observe(sources_, signals_, until);
        const auto reading_began = steady_clock::now();
        observation seen = sources_.total();
        const auto reading_took = steady_clock::now() - reading_began;
        const bool is_over =
            made.end != observation_end::time || (end && steady_clock::now() >= *end);
        if (slice_end) {
            made.slices.push_back(
                statement_of(since(std::exchange(before, seen), seen), prices_.prices));
            take_reference(made);
        }
        if (is_over) {
            made.whole = describe(std::move(seen), made.end);
            return made;
        }
        slice_end = next_slice(begin, end, reading_took);
    }
}

cli::exit_code billing::watch() {
    const bool in_place = ::isatty(STDOUT_FILENO) == 1;
    observation before = sources_.total();
    while (true) {
        const auto end = observe(sources_, signals_, end_after(steady_clock::now()));
        observation seen = sources_.total();
        const statement bill = describe(since(std::exchange(before, seen), seen), end);
        cli::write_stdout((in_place ? "\x1b[H\x1b[J" : "") + screen_of(bill, terminal()) +
                          (in_place ? "" : "\n"));
        if (nobody_reads()) {
            return cli::exit_code::success;
        }
        if (end != observation_end::time) {
            return end == observation_end::interrupted ? cli::exit_code::interrupted
                                                       : cli::exit_code::success;
        }
    }
}

report::terminal billing::terminal() const {
    report::terminal on = cli::stdout_terminal();
    on.columns = chosen_.wide ? SIZE_MAX : on.columns;
    return on;
}

void billing::wait_for_command() {
    using std::chrono::hours;
    started_command* const command = sources_.command();
    if (command == nullptr) {
        return;
    }
    bool was_told = false;
    while (!command->has_ended()) {
        const auto until = steady_clock::now() +
                           (was_told ? nanoseconds(hours(1)) : std::chrono::milliseconds(300));
        if (const std::optional<int> signal = signals_.wait_until(until)) {
            if (*signal != SIGCHLD) {
                return;
            }
        } else if (!std::exchange(was_told, true)) {
            std::cerr << fmt::format("bill: waiting for the end of the command ({}); Ctrl-C leaves "
                                     "it alone\n",
                                     command->id());
        }
    }
    static_cast<void>(command->wait());
}

std::optional<billing::time_point> billing::end_after(time_point begin) const {
    return chosen_.time_s
               ? std::optional(begin + std::chrono::duration_cast<nanoseconds>(
                                           std::chrono::duration<double>(*chosen_.time_s)))
               : std::nullopt;
}

/// Slices cost a reading of everything each: at most one per cent of the time.
std::optional<billing::time_point> billing::next_slice(time_point begin,
                                                       std::optional<time_point> end,
                                                       nanoseconds reading_took) const {
    if (!chosen_.json) {
        return std::nullopt;
    }
    const auto now = steady_clock::now();
    const nanoseconds share = end ? (*end - begin) / 9 : (now - begin) / 8;
    return now + std::max<nanoseconds>({share, 100 * reading_took, std::chrono::milliseconds(200)});
}

void billing::take_reference(finished_bill& to) const {
    if (chosen_.json) {
        to.reference_ns.push_back(
            measure::run_reference_loop_on(cpu::allowed_cpus().front()).part_ns);
    }
}

statement billing::describe(observation seen, observation_end end) {
    if (started_command* const command = sources_.command();
        command != nullptr && command->has_ended()) {
        if (const auto failure = failure_of(command->wait())) {
            seen.remarks.push_back(*failure);
        }
    }
    statement bill = statement_of(seen, prices_.prices);
    bill.processes = sources_.labels();
    bill.prices_from = prices_.origin;
    bill.partial = end == observation_end::interrupted;
    bill.remarks.insert(bill.remarks.begin(), prices_.differences.begin(),
                        prices_.differences.end());
    return bill;
}

} // namespace tollgate::bill
