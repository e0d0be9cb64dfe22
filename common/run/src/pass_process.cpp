// SPDX-License-Identifier: BSL-1.0
#include "pass_process.hpp"

#include <tollgate/report/json.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/run/guests.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace tollgate::run {
namespace {

/// Up to a page: the stack's start moves by as much.
constexpr std::size_t most_padding = 4096;
constexpr int poll_ms = 500;

void require(int error, const char* call) {
    if (error != 0) {
        throw std::system_error(error, std::generic_category(), call);
    }
}

class pipe_ends {
public:
    pipe_ends() {
        if (::pipe(ends_.data()) != 0) {
            throw std::system_error(errno, std::generic_category(), "pipe");
        }
        for (const int end : ends_) {
            ::fcntl(end, F_SETFD, FD_CLOEXEC);
        }
    }
    ~pipe_ends() {
        close_write();
        ::close(ends_[0]);
    }
    pipe_ends(const pipe_ends&) = delete;
    pipe_ends& operator=(const pipe_ends&) = delete;

    [[nodiscard]] int read() const { return ends_[0]; }
    [[nodiscard]] int write() const { return ends_[1]; }
    void close_write() {
        if (ends_[1] >= 0) {
            ::close(std::exchange(ends_[1], -1));
        }
    }

private:
    std::array<int, 2> ends_{-1, -1};
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    all.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        all.push_back(text.data());
    }
    all.push_back(nullptr);
    return all;
}

std::vector<std::string> environment_with_padding(std::uint64_t seed) {
    std::vector<std::string> variables;
    for (char** one = environ; *one != nullptr; ++one) {
        variables.emplace_back(*one);
    }
    std::mt19937_64 random(seed);
    variables.push_back("TOLLGATE_STACK_PADDING=" + std::string(random() % most_padding, 'x'));
    return variables;
}

pid_t start(std::vector<std::string> arguments, std::uint64_t seed, const pipe_ends& input,
            const pipe_ends& output) {
    posix_spawn_file_actions_t actions;
    require(::posix_spawn_file_actions_init(&actions), "posix_spawn_file_actions_init");
    require(::posix_spawn_file_actions_adddup2(&actions, input.read(), STDIN_FILENO),
            "posix_spawn_file_actions_adddup2");
    require(::posix_spawn_file_actions_adddup2(&actions, output.write(), STDOUT_FILENO),
            "posix_spawn_file_actions_adddup2");
    std::vector<std::string> variables = environment_with_padding(seed);
    pid_t child = 0;
#if defined(__linux__)
    const char* self = "/proc/self/exe";
#else
    const char* self = arguments.front().c_str();
#endif
    const int error = ::posix_spawnp(&child, self, &actions, nullptr, pointers(arguments).data(),
                                     pointers(variables).data());
    ::posix_spawn_file_actions_destroy(&actions);
    require(error, "posix_spawn of this program");
    return child;
}

/// All of it, unless the reader has gone: then how it ended says why.
void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
}

/// Everything the child writes until it closes its end.
template <class Tick>
std::string read_all(int descriptor, Tick tick) {
    std::string text;
    std::array<char, 1 << 16> buffer{};
    while (true) {
        tick();
        pollfd waiting{descriptor, POLLIN, 0};
        if (::poll(&waiting, 1, poll_ms) <= 0) {
            continue;
        }
        const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
        if (got == 0) {
            return text;
        }
        if (got < 0 && errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "read from a process");
        }
        if (got > 0) {
            text.append(buffer.data(), static_cast<std::size_t>(got));
        }
    }
}

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// A process that did not end as one that measured.
[[noreturn]] void refuse(const measure::pass_order& order, int code, const char* with) {
    constexpr int wrong_answer = 1;
    const std::string text =
        fmt::format("pass {} ended with exit code {} and {}", order.index + 1, code, with);
    if (code == wrong_answer) {
        throw failed_proof(text);
    }
    throw lost_pass(text);
}

measure::pass read_whole(const std::string& text, const measure::pass_order& order, int code) {
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

} // namespace

std::optional<measure::pass> run_in_process(const measure::pass_order& order,
                                            const measure::calibration& clock,
                                            const request& asked) {
    const pass_processes& how = *asked.processes;
    pipe_ends input;
    pipe_ends output;
    const pid_t child = start(how.command, asked.seed + order.index, input, output);
    output.close_write();
    write_all(input.write(),
              report::order_text(
                  {order, clock,
                   how.others != nullptr ? how.others->seats() : std::vector<report::guest_seat>{},
                   how.explained}));
    input.close_write();
    bool handed_on = false;
    const std::string text = read_all(output.read(), [&] {
        how.waiting();
        if (asked.outside.is_interrupted() && !std::exchange(handed_on, true)) {
            // Not SIGINT: a Ctrl-C reaches the child too, and a second one would end it at once.
            ::kill(child, SIGTERM);
            ::kill(child, SIGCONT); // a stopped one would not hear of it
        }
    });
    const int code = wait_for(child);
    const bool whole = !text.empty() && code == 0;
    if (!whole && asked.outside.is_interrupted()) {
        return std::nullopt; // it was told to end before it could listen, or did not finish
    }
    if (!whole) {
        refuse(order, code, text.empty() ? "no result" : "a result that is worth nothing");
    }
    return read_whole(text, order, code);
}

std::string read_stdin() {
    return read_all(STDIN_FILENO, [] {});
}

} // namespace tollgate::run
