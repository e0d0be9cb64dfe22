// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/process.hpp>

#include "child.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>

extern char** environ;

namespace tollgate::posix {
namespace {

constexpr const char* fork_refused =
    "cannot start a process (fork; see `ulimit -u`, and pids.max of the cgroup)";

/// Forks while all signals are blocked, so that no handler of this process runs in the child.
template <class InChild>
pid_t fork_into(InChild in_child) {
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    const pid_t child = ::fork();
    if (child == 0) {
        in_child();
        std::_Exit(0); // at _exit ThreadSanitizer would write the buffers of this process
    }
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (child < 0) {
        throw std::system_error(error, std::generic_category(), fork_refused);
    }
    return child;
}

/// Descriptors 0, 1, 2 ... become copies of these, and all others are closed. Others are closed
/// first, to make room for the copies. If it fails, the numbers are still those of open
/// descriptors.
bool take_descriptors(std::vector<int>& numbers) noexcept {
    const int count = static_cast<int>(numbers.size());
    int end = 0;
    for (const int number : numbers) {
        end = std::max(end, number + 1);
    }
    close_from(end);
    for (int other = 0; other < end; ++other) {
        if (std::find(numbers.begin(), numbers.end(), other) == numbers.end()) {
            ::close(other);
        }
    }
    for (int& number : numbers) { // first to free numbers, so that no copy replaces another
        const int copy = ::fcntl(number, F_DUPFD_CLOEXEC, count);
        if (copy < 0 && errno != EBADF) {
            return false;
        }
        number = copy;
    }
    int next = 0;
    for (const int number : numbers) {
        if (number < 0) {
            ::close(next);
        } else if (::dup2(number, next) < 0) {
            return false;
        }
        ++next;
    }
    close_from(count);
    return true;
}

/// A handler exists only in this process. An ignored signal stays ignored, as with nohup, but not
/// SIGPIPE.
void set_default_signals() noexcept {
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction action {};
        ::sigaction(number, nullptr, &action);
        if (action.sa_handler != SIG_IGN || number == SIGPIPE) {
            ::signal(number, SIG_DFL);
        }
    }
}

void add(std::vector<char*>& to, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
        to.push_back(const_cast<char*>(text.c_str())); // exec changes none
    }
    to.push_back(nullptr);
}

} // namespace

process::process(const command& program) {
    std::vector<char*> arguments;
    add(arguments, program.arguments);
    std::vector<char*> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        variables.push_back(*variable);
    }
    add(variables, program.variables);
    sigset_t blocked;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    std::vector<int> descriptors = program.descriptors;
    const std::string cannot = "cannot start " + program.file + ": ";
    const std::function<void()> become_program = [&] { // created here: a child must not allocate
        const bool has_descriptors = take_descriptors(descriptors);
        if (has_descriptors) {
            set_default_signals();
            ::pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
            ::execve(program.file.c_str(), arguments.data(), variables.data());
        }
        const int errors =
            has_descriptors || descriptors.size() < 3 ? STDERR_FILENO : descriptors[STDERR_FILENO];
        for (const std::string_view part :
             {std::string_view(cannot), error_text(errno),
              std::string_view(has_descriptors ? "\n" : " (see `ulimit -n`)\n")}) {
            (void)write_all(errors, part);
        }
        std::_Exit(127);
    };
    if (!program.guarded) {
        id_ = child_ = fork_into(become_program);
        return;
    }
    pipe report;
    std::vector<int> for_guardian = program.descriptors;
    for_guardian.insert(for_guardian.begin(), report.write.number());
    std::iota(descriptors.begin(), descriptors.end(), 2); // their numbers in the guardian
    start_function([&] { guard(become_program); }, std::move(for_guardian));
    report.write.close();
    const std::string answer = read_all(report.read.number());
    if (answer.size() != sizeof id_) {
        end();
        throw std::system_error(EAGAIN, std::generic_category(), fork_refused);
    }
    std::memcpy(&id_, answer.data(), sizeof id_);
}

process::process(const std::function<void()>& function, std::vector<int> descriptors) {
    start_function(function, std::move(descriptors));
    id_ = child_;
}

void process::start_function(const std::function<void()>& function, std::vector<int> descriptors) {
    pipe line;
    descriptors.insert(descriptors.begin(), line.read.number());
    child_ = fork_into([&] {
        ::setpgid(0, 0);
        if (take_descriptors(descriptors)) {
            function();
        }
    });
    ::setpgid(child_, child_);
    line_ = std::move(line.write);
}

void process::signal(int number) const noexcept {
    if (child_ > 0) {
        ::kill(id_, number);
    }
}

exit_status process::wait() noexcept {
    assert(line_.number() < 0);
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    return WIFSIGNALED(status) ? exit_status{0, WTERMSIG(status)}
                               : exit_status{WEXITSTATUS(status), 0};
}

void process::end() noexcept {
    constexpr int timeout_ms = 10'000;
    if (child_ <= 0) {
        return;
    }
    if (line_.number() >= 0) {
        line_.close();
        ::kill(child_, SIGCONT); // a stopped child would not see the end of its line
        if (wait_briefly(child_, timeout_ms)) {
            child_ = -1;
            return;
        }
    }
    ::kill(child_, SIGKILL);
    wait();
}

} // namespace tollgate::posix
