// SPDX-License-Identifier: BSL-1.0
// Both ends of a pass in a process of its own, and the turns with other programs.
#include "passes.hpp"

#include <tollgate/posix/descriptor.hpp>
#include <tollgate/posix/process.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tollgate::run {
namespace {

/// The command that starts this program for a pass, with a stack that begins elsewhere in a page.
posix::command command_for_pass(const pass_processes& processes, std::uint64_t seed, int input,
                                int output, int errors) {
    constexpr std::size_t most_padding = 4096;
    const std::string padding(std::mt19937_64(seed)() % most_padding, 'x');
    posix::command command{processes.file,
                           processes.command,
                           {"TOLLGATE_STACK_PADDING=" + padding},
                           {input, output, errors}};
    command.descriptors.insert(command.descriptors.end(), processes.descriptors.begin(),
                               processes.descriptors.end());
    return command;
}

/// The last line of a process's standard error, which says why it has no result. The earlier lines
/// are passed on.
std::string last_words(std::string errors, const std::string& program) {
    errors.erase(errors.find_last_not_of("\n ") + 1);
    const std::size_t begin = errors.rfind('\n') + 1; // of npos: 0
    (void)posix::write_all(STDERR_FILENO, std::string_view(errors).substr(0, begin));
    std::string words = report::printable(std::string_view(errors).substr(begin));
    if (words.starts_with(program + ": ")) {
        words.erase(0, program.size() + 2);
    }
    return words;
}

/// The end of a process that gave no result.
struct ending {
    int code;
    const char* output; ///< "no result"
    std::string last_line;
};

[[noreturn]] void refuse(const measure::pass_order& order, const ending& end) {
    if (end.code == 1 && end.last_line.starts_with(self_check_failed)) {
        throw failed_self_check(fmt::format("pass {}: {}", order.index + 1,
                                            end.last_line.substr(self_check_failed.size())));
    }
    throw machine_refused(fmt::format("pass {} ended with exit code {} and {}{}{}", order.index + 1,
                                      end.code, end.output, end.last_line.empty() ? "" : ": ",
                                      end.last_line));
}

measure::pass read_whole(const std::string& text, const measure::pass_order& order) {
    try {
        measure::pass measured = report::read_pass(text);
        if (measured.cases.size() == order.cases.size() &&
            measured.controls.size() == order.controls.size()) {
            return measured;
        }
    } catch (const report::unreadable_result&) {
        refuse(order, {0, "half a result", {}});
    }
    refuse(order, {0, "the result of other cases", {}});
}

/// Whether another process may still read this pipe.
bool has_reader(int descriptor) {
    pollfd end{descriptor, 0, 0};
    return ::poll(&end, 1, 0) <= 0 || (end.revents & POLLERR) == 0;
}

} // namespace

std::optional<measure::pass> run_in_process(const measure::pass_order& order,
                                            const measure::calibration& clock,
                                            const run::request& request) {
    const pass_processes& processes = *request.processes;
    posix::pipe input;
    posix::pipe output;
    posix::pipe errors;
    posix::process child(command_for_pass(processes, request.seed + order.index,
                                          input.read.number(), output.write.number(),
                                          errors.write.number()));
    input.read.close();
    output.write.close();
    errors.write.close();
    // If the reader has gone, its end says why.
    (void)posix::write_all(
        input.write.number(),
        report::order_text({order, clock, processes.variants, processes.handed_on}));
    input.write.close();
    bool handed_on = false;
    const auto tick = [&] {
        processes.waiting();
        if (request.outside.is_interrupted() && !std::exchange(handed_on, true)) {
            // Not SIGINT: a Ctrl-C reaches the child too, and a second one would end it at once.
            child.signal(SIGTERM);
            child.signal(SIGCONT); // a stopped process would not receive it
        }
    };
    const std::vector<std::string> texts =
        posix::read_all({output.read.number(), errors.read.number()}, tick);
    const int code = child.wait().as_in_shell();
    if (!texts[0].empty() && code == 0) {
        (void)posix::write_all(STDERR_FILENO, texts[1]);
        return read_whole(texts[0], order);
    }
    std::string words = last_words(texts[1], processes.command.front());
    if (request.outside.is_interrupted()) {
        return std::nullopt; // it received the signal before its handler was set, or did not finish
    }
    refuse(order, {code, texts[0].empty() ? "no result" : "a result that is worth nothing",
                   std::move(words)});
}

report::ordered_pass read_order() {
    try {
        return report::read_order(posix::read_all(STDIN_FILENO));
    } catch (const report::unreadable_result& error) {
        throw usage_error(fmt::format("--pass: standard input is not an order of this program: {}; "
                                      "the option is not meant to be given by hand",
                                      error.what()));
    }
}

measure::pass ordered_pass(const report::ordered_pass& ordered,
                           std::span<const measure::measured_case> cases,
                           measure::run_hooks outside) {
    if (ordered.order.cases.size() != cases.size()) {
        throw machine_refused("this process has other cases than the one that started it");
    }
    outside.interrupted = [inner = std::move(outside.interrupted)] {
        return (inner && inner()) || !has_reader(STDOUT_FILENO);
    };
    measure::session session(ordered.clock, std::move(outside));
    return session.run_pass(cases, ordered.order);
}

interleaving::interleaving(int go_on, int waits_again) : go_on_(go_on), waits_again_(waits_again) {
    for (const int descriptor : {go_on, waits_again}) {
        if (::fcntl(descriptor, F_GETFD) < 0) {
            throw usage_error(fmt::format("--turns: descriptor {} is not open", descriptor));
        }
    }
}

bool interleaving::wait(const std::function<bool()>& tick) {
    constexpr int tick_ms = 500;
    if (goes_) {
        goes_ = false;
        [[maybe_unused]] const ssize_t written = ::write(waits_again_, ".", 1);
    }
    const auto begun = std::chrono::steady_clock::now();
    while (!goes_ && tick()) {
        pollfd waiting{go_on_, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, tick_ms);
        if (ready < 0 && errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "poll");
        }
        if (ready > 0) {
            char byte = 0;
            if (::read(go_on_, &byte, 1) != 1) {
                break;
            }
            goes_ = true;
        }
    }
    waited_ += std::chrono::steady_clock::now() - begun;
    return goes_;
}

} // namespace tollgate::run
