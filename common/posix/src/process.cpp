// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/process.hpp>

#include "child.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <numeric>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>

extern char** environ;

namespace tollgate::posix {
namespace {

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
        ::_exit(0);
    }
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (child < 0) {
        throw std::system_error(error, std::generic_category(), "fork");
    }
    return child;
}

/// Descriptors 0, 1, 2 ... become copies of these, and there are no others.
bool take_descriptors(std::vector<int>& numbers) noexcept {
    const int count = static_cast<int>(numbers.size());
    for (int& number : numbers) { // first out of the way of each other
        number = ::fcntl(number, F_DUPFD_CLOEXEC, count);
        if (number < 0 && errno != EBADF) {
            return false;
        }
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

/// A handler is of this process. What is ignored stays so, as by nohup, but for SIGPIPE.
void set_default_signals() noexcept {
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction action {};
        if (::sigaction(number, nullptr, &action) == 0 &&
            (action.sa_handler != SIG_IGN || number == SIGPIPE)) {
            ::signal(number, SIG_DFL);
        }
    }
}

/// What a child needs to become a program, made before the fork. The last of its descriptors tells
/// the starting process its number, and the error if there is no such program.
class prepared_program {
public:
    explicit prepared_program(const command& what) : what_(what) {
        add(arguments_, what.arguments);
        for (char** variable = environ; *variable != nullptr; ++variable) {
            variables_.push_back(*variable);
        }
        add(variables_, what.variables);
        ::pthread_sigmask(SIG_BLOCK, nullptr, &signals_);
    }

    void become(std::vector<int>& descriptors) const noexcept {
        const int report = static_cast<int>(descriptors.size()) - 1;
        if (!take_descriptors(descriptors)) {
            return;
        }
        tell(report, ::getpid());
        ::fcntl(report, F_SETFD, FD_CLOEXEC);
        set_default_signals();
        ::pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
        if (what_.before_exec) {
            what_.before_exec();
        }
        ::execve(what_.file.c_str(), arguments_.data(), variables_.data());
        tell(report, errno);
    }

private:
    static void add(std::vector<char*>& to, const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            to.push_back(const_cast<char*>(text.c_str())); // exec changes none
        }
        to.push_back(nullptr);
    }
    static void tell(int report, int number) noexcept {
        [[maybe_unused]] const ssize_t written = ::write(report, &number, sizeof number);
    }

    const command& what_;
    std::vector<char*> arguments_;
    std::vector<char*> variables_;
    sigset_t signals_{};
};

} // namespace

process::process(const command& what) {
    pipe report;
    const prepared_program program(what);
    std::vector<int> descriptors = what.descriptors;
    descriptors.push_back(report.write.number());
    if (what.guarded) {
        std::vector<int> in_guardian(descriptors.size());
        std::iota(in_guardian.begin(), in_guardian.end(), 1);
        start_function([&] { guard([&] { program.become(in_guardian); }); }, descriptors);
    } else {
        child_ = fork_into([&] { program.become(descriptors); });
    }
    report.write.close();
    std::array<int, 2> told{-1, 0};
    const std::string bytes = read_all(report.read.number());
    std::memcpy(told.data(), bytes.data(), std::min(bytes.size(), sizeof told));
    id_ = told[0];
    if (id_ < 0 || told[1] != 0) {
        end();
        throw std::system_error(id_ < 0 ? EAGAIN : told[1], std::generic_category(),
                                "start of " + what.file);
    }
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
    constexpr int patience_ms = 10'000;
    if (child_ <= 0) {
        return;
    }
    const bool has_line = line_.number() >= 0;
    line_.close();
    if (has_line) {
        ::kill(child_, SIGCONT); // one that was stopped would not see that it is to end
    }
    if (!has_line || !wait_briefly(child_, patience_ms)) {
        ::kill(child_, SIGKILL);
        wait();
    }
    child_ = -1;
}

} // namespace tollgate::posix
