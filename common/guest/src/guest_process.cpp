// SPDX-License-Identifier: BSL-1.0
#include <tollgate/guest/guest_process.hpp>

#include "platform.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::guest {
namespace {

class pipe_pair {
public:
    pipe_pair() {
        if (::pipe(ends_.data()) != 0) {
            throw std::system_error(errno, std::generic_category(), "pipe");
        }
        // Where one of the first three was closed, an end would be taken for it.
        for (int& end : ends_) {
            const int first = std::exchange(end, ::fcntl(end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
            ::close(first);
        }
        if (ends_[0] < 0 || ends_[1] < 0) {
            close_both();
            throw std::system_error(EMFILE, std::generic_category(), "pipe");
        }
    }
    ~pipe_pair() { close_both(); }
    pipe_pair(const pipe_pair&) = delete;
    pipe_pair& operator=(const pipe_pair&) = delete;

    [[nodiscard]] int read() const { return ends_[0]; }
    [[nodiscard]] int write() const { return ends_[1]; }
    int keep_read() { return std::exchange(ends_[0], -1); }
    int keep_write() { return std::exchange(ends_[1], -1); }

private:
    void close_both() {
        for (const int end : ends_) {
            if (end >= 0) {
                ::close(end);
            }
        }
    }

    std::array<int, 2> ends_{-1, -1};
};

/// The guardian's and the guest's needs, prepared before the fork: they make system calls alone.
struct prepared_start {
    int input = -1;
    int output = -1;
    int errors = -1;
    int life = -1;
    int report = -1; ///< where the guardian says which process the guest is
    const char* command = nullptr;
    const std::vector<int>* cpus = nullptr;
    sigset_t signals_before{};
    long descriptors = 0; ///< the limit of open ones
};

/// A descriptor that stayed open would keep another guest alive, or a pass waiting.
void close_others(const prepared_start& with) {
    for (int one = STDERR_FILENO + 1; one < with.descriptors; ++one) {
        if (one != with.life && one != with.report && one != with.input && one != with.output &&
            one != with.errors) {
            ::close(one);
        }
    }
}

[[noreturn]] void become_guest(const prepared_start& with) {
    ::setpgid(0, 0);
    end_with_parent();
    go_first();
    ::dup2(with.input, STDIN_FILENO);
    ::dup2(with.output, STDOUT_FILENO);
    ::dup2(with.errors, STDERR_FILENO);
    for (const int one : {with.input, with.output, with.errors, with.life, with.report}) {
        ::close(one);
    }
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGUSR1, SIGXFSZ, SIGCHLD}) {
        ::signal(number, SIG_DFL);
    }
    ::sigprocmask(SIG_SETMASK, &with.signals_before, nullptr);
    if (!run_on(*with.cpus)) {
        constexpr char message[] = "the system refuses its CPUs\n";
        [[maybe_unused]] const ssize_t written =
            ::write(STDERR_FILENO, message, sizeof message - 1);
        ::_exit(1);
    }
    ::execl("/bin/sh", "sh", "-c", with.command, static_cast<char*>(nullptr));
    ::_exit(127);
}

void wait_for(pid_t child) {
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
}

/// Up to that number of milliseconds, for what cannot be relied on. False: it has not ended.
bool wait_briefly(pid_t child, int milliseconds) {
    constexpr timespec pause{0, 1'000'000};
    for (int i = 0; i < milliseconds; ++i) {
        if (::waitpid(child, nullptr, WNOHANG) != 0) {
            return true;
        }
        ::nanosleep(&pause, nullptr);
    }
    return false;
}

/// One that has gained rights may not be killed by us: it is left alone after a while.
void end_child(pid_t child) {
    constexpr int patience_ms = 1'000;
    if (::kill(child, SIGKILL) == 0) {
        wait_for(child);
    } else {
        wait_briefly(child, patience_ms);
    }
}

/// Kills every child but the guest until there is none: those of a child that was killed are the
/// next ones. The list of children may miss one while another one ends, so that it is asked again.
void kill_adopted(pid_t guest) {
    constexpr int most_children = 100'000;
    constexpr int looks_for_none = 3;
    constexpr timespec pause{0, 1'000'000};
    int none = 0;
    for (int i = 0; i < most_children && none < looks_for_none; ++i) {
        if (const pid_t child = any_child(guest)) {
            end_child(child);
            none = 0;
        } else if (++none < looks_for_none) {
            ::nanosleep(&pause, nullptr);
        }
    }
}

/// Whether the guest has ended, which keeps its number until it is waited for.
bool has_ended(pid_t guest) {
    siginfo_t seen{};
    return ::waitid(P_PID, static_cast<id_t>(guest), &seen, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           seen.si_pid == guest;
}

/// Returns when the program has closed the pipe, or is gone. When the guest ends before, all that
/// it started does.
void watch_over(pid_t guest, int life) {
    bool ended = false;
    while (true) {
        fd_set of_life;
        FD_ZERO(&of_life);
        FD_SET(life, &of_life);
        sigset_t waiting;
        sigfillset(&waiting);
        sigdelset(&waiting, SIGCHLD);
        if (!ended && has_ended(guest)) {
            ended = true;
            kill_adopted(guest);
        }
        if (::pselect(life + 1, &of_life, nullptr, nullptr, nullptr, &waiting) > 0) {
            return;
        }
    }
}

/// The whole life of the guardian. All signals are blocked, but for SIGCHLD while it waits.
[[noreturn]] void guard(const prepared_start& with) {
    ::setpgid(0, 0);
    adopt_orphans();
    close_others(with);
    ::signal(SIGCHLD, [](int) {});
    const pid_t guest = ::fork();
    if (guest == 0) {
        become_guest(with);
    }
    [[maybe_unused]] const ssize_t told = ::write(with.report, &guest, sizeof guest);
    for (const int one : {with.input, with.output, with.errors, with.report, STDIN_FILENO,
                          STDOUT_FILENO, STDERR_FILENO}) {
        ::close(one);
    }
    if (guest > 0) {
        ::setpgid(guest, guest);
        // pselect takes numbers below 1,024 alone; the first three are free here.
        watch_over(guest, ::dup(with.life));
        ::kill(-guest, SIGKILL);
        end_child(guest);
        kill_adopted(guest);
    }
    ::_exit(0);
}

pid_t start_guardian(prepared_start& with) {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &with.signals_before);
    const pid_t guardian = ::fork();
    if (guardian == 0) {
        guard(with);
    }
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &with.signals_before, nullptr);
    if (guardian < 0) {
        throw std::system_error(error, std::generic_category(), "fork");
    }
    return guardian;
}

} // namespace

guest_process::guest_process(const std::string& command, std::vector<int> cpus)
    : cpus_(std::move(cpus)) {
    constexpr long most_descriptors = 65'536;
    pipe_pair input;
    pipe_pair output;
    pipe_pair errors;
    pipe_pair life;
    pipe_pair report;
    prepared_start with{input.read(),
                        output.write(),
                        errors.write(),
                        life.read(),
                        report.write(),
                        command.c_str(),
                        &cpus_,
                        {},
                        std::clamp(::sysconf(_SC_OPEN_MAX), 256L, most_descriptors)};
    guardian_ = start_guardian(with);
    ends_ = {input.keep_write(), output.keep_read(), errors.keep_read()};
    life_ = life.keep_write();
    ::close(report.keep_write());
    for (const int end : {ends_.to, ends_.from, ends_.errors}) {
        ::fcntl(end, F_SETFD, 0);
    }
    ssize_t got = 0;
    while ((got = ::read(report.read(), &id_, sizeof id_)) < 0 && errno == EINTR) {
    }
    if (got != sizeof id_ || id_ < 0) {
        end();
        throw std::system_error(EAGAIN, std::generic_category(), "fork of a guest");
    }
}

guest_process::~guest_process() {
    end();
}

void guest_process::end() noexcept {
    if (guardian_ <= 0) {
        return;
    }
    for (const int one : {life_, ends_.to, ends_.from, ends_.errors}) {
        ::close(one);
    }
    // It needs no more than a moment, unless the guest has stopped it.
    constexpr int patience_ms = 10'000;
    if (!wait_briefly(guardian_, patience_ms)) {
        ::kill(guardian_, SIGKILL);
        wait_for(guardian_);
    }
    guardian_ = -1;
}

} // namespace tollgate::guest
