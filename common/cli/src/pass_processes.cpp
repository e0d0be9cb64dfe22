// SPDX-License-Identifier: BSL-1.0
#include "pass_processes.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/posix/process.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/pass_text.hpp>

#include <fmt/format.h>

#include <csignal>
#include <random>
#include <string>
#include <utility>

#include <unistd.h>

namespace tollgate::cli {
namespace {

/// This program again, for a pass, with a stack that starts elsewhere in a page. The seats get the
/// numbers that the guests' descriptors have there.
posix::command one_pass(const program& what, const options& chosen, std::uint64_t seed, int input,
                        int output, std::vector<report::guest_seat>& seats) {
    const std::string padding(std::mt19937_64(seed)() % 4096, 'x');
    posix::command command{posix::this_program(),
                           {what.name, "--pass"},
                           {"TOLLGATE_STACK_PADDING=" + padding},
                           {input, output, STDERR_FILENO}};
    command.arguments.insert(command.arguments.end(), chosen.for_one_pass.begin(),
                             chosen.for_one_pass.end());
    for (report::guest_seat& seat : seats) {
        for (int* number : {&seat.to, &seat.from, &seat.errors}) {
            if (*number >= 0) {
                command.descriptors.push_back(*number);
                *number = static_cast<int>(command.descriptors.size()) - 1;
            }
        }
    }
    return command;
}

/// A process that did not end as one that measured.
[[noreturn]] void refuse(const measure::pass_order& order, int code, const char* with) {
    const std::string text =
        fmt::format("pass {} ended with exit code {} and {}", order.index + 1, code, with);
    if (code == static_cast<int>(exit_code::wrong_answer)) {
        throw failed_proof(text);
    }
    throw machine_refused(text);
}

} // namespace

measure::pass run_in_process(const program& what, const options& chosen,
                             const measure::pass_order& order, const measure::calibration& clock,
                             signals& watch, const std::function<void()>& tick,
                             std::vector<report::guest_seat> seats) {
    posix::pipe input;
    posix::pipe output;
    posix::process child(one_pass(what, chosen, chosen.seed + order.index, input.read.number(),
                                  output.write.number(), seats));
    input.read.close();
    output.write.close();
    // Of a reader that has gone, its end says why.
    (void)posix::write_all(input.write.number(), report::order_text(order, clock, seats));
    input.write.close();
    bool handed_on = false;
    const std::string text = posix::read_all(output.read.number(), [&] {
        tick();
        if (watch.interrupted() && !std::exchange(handed_on, true)) {
            // Not SIGINT: a Ctrl-C reaches the child too, and a second one would end it at once.
            child.signal(SIGTERM);
            child.signal(SIGCONT); // a stopped one would not hear of it
        }
    });
    const int code = child.wait().as_in_shell();
    if (watch.interrupted() && (text.empty() || code != 0)) {
        measure::pass nothing; // it was told to end before it could listen, or did not finish
        nothing.ended_early = measure::stop_reason::interrupted;
        return nothing;
    }
    if (text.empty() || code != 0) {
        refuse(order, code, text.empty() ? "no result" : "a result that is worth nothing");
    }
    try {
        measure::pass measured = report::read_pass(text);
        if (measured.cases.size() == order.cases.size() &&
            measured.twins.size() == order.twins.size()) {
            return measured;
        }
    } catch (const report::unreadable_result&) {
        refuse(order, code, "half a result");
    }
    refuse(order, code, "the result of other cases");
}

std::string read_stdin() {
    return posix::read_all(STDIN_FILENO);
}

} // namespace tollgate::cli
