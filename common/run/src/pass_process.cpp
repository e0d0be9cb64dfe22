// SPDX-License-Identifier: BSL-1.0
// Both ends of a pass that is a process of its own, and waiting for the processes of others.
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

/// This program again, for a pass, with a stack that starts elsewhere in a page.
posix::command pass_of(const pass_processes& how, std::uint64_t seed, int input, int output,
                       int errors) {
    constexpr std::size_t most_padding = 4096;
    const std::string padding(std::mt19937_64(seed)() % most_padding, 'x');
    posix::command command{
        how.file, how.command, {"TOLLGATE_STACK_PADDING=" + padding}, {input, output, errors}};
    command.descriptors.insert(command.descriptors.end(), how.descriptors.begin(),
                               how.descriptors.end());
    return command;
}

/// The last line that a process wrote on its standard error: why it did not end as one that
/// measured. The lines before it are passed on.
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

/// How a process ended that gave no result.
struct ending {
    int code;
    const char* with;
    std::string words;
};

[[noreturn]] void refuse(const measure::pass_order& order, const ending& seen) {
    if (seen.code == 1 && seen.words.starts_with(proof_failed)) {
        throw failed_proof(
            fmt::format("pass {}: {}", order.index + 1, seen.words.substr(proof_failed.size())));
    }
    throw machine_refused(fmt::format("pass {} ended with exit code {} and {}{}{}", order.index + 1,
                                      seen.code, seen.with, seen.words.empty() ? "" : ": ",
                                      seen.words));
}

measure::pass read_whole(const std::string& text, const measure::pass_order& order) {
    try {
        measure::pass measured = report::read_pass(text);
        if (measured.cases.size() == order.cases.size() &&
            measured.twins.size() == order.twins.size()) {
            return measured;
        }
    } catch (const report::unreadable_result&) {
        refuse(order, {0, "half a result", {}});
    }
    refuse(order, {0, "the result of other cases", {}});
}

/// Of a pipe: whether another process may still read it.
bool has_reader(int descriptor) {
    pollfd end{descriptor, 0, 0};
    return ::poll(&end, 1, 0) <= 0 || (end.revents & POLLERR) == 0;
}

} // namespace

std::optional<measure::pass> run_in_process(const measure::pass_order& order,
                                            const measure::calibration& clock,
                                            const request& asked) {
    const pass_processes& how = *asked.processes;
    posix::pipe input;
    posix::pipe output;
    posix::pipe errors;
    posix::process child(pass_of(how, asked.seed + order.index, input.read.number(),
                                 output.write.number(), errors.write.number()));
    input.read.close();
    output.write.close();
    errors.write.close();
    // Of a reader that has gone, its end says why.
    (void)posix::write_all(input.write.number(),
                           report::order_text({order, clock, how.variants, how.handed_on}));
    input.write.close();
    bool handed_on = false;
    const auto tick = [&] {
        how.waiting();
        if (asked.outside.is_interrupted() && !std::exchange(handed_on, true)) {
            // Not SIGINT: a Ctrl-C reaches the child too, and a second one would end it at once.
            child.signal(SIGTERM);
            child.signal(SIGCONT); // a stopped one would not hear of it
        }
    };
    const std::vector<std::string> texts =
        posix::read_all({output.read.number(), errors.read.number()}, tick);
    const int code = child.wait().as_in_shell();
    if (!texts[0].empty() && code == 0) {
        (void)posix::write_all(STDERR_FILENO, texts[1]);
        return read_whole(texts[0], order);
    }
    std::string words = last_words(texts[1], how.command.front());
    if (asked.outside.is_interrupted()) {
        return std::nullopt; // it was told to end before it could listen, or did not finish
    }
    refuse(order, {code, texts[0].empty() ? "no result" : "a result that is worth nothing",
                   std::move(words)});
}

report::ordered_pass read_order() {
    try {
        return report::read_order(posix::read_all(STDIN_FILENO));
    } catch (const report::unreadable_result& error) {
        throw usage_error(fmt::format("--pass: standard input is no order of ours: {}; the option "
                                      "is not meant to be given by hand",
                                      error.what()));
    }
}

measure::pass ordered_pass(const report::ordered_pass& ordered,
                           std::span<const measure::measured_case> cases,
                           measure::surroundings outside) {
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
