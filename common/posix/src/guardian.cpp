// SPDX-License-Identifier: BSL-1.0
#include "child.hpp"

#include <cerrno>
#include <csignal>
#include <ctime>

#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::posix {
namespace {

constexpr timespec pause{0, 1'000'000};

/// Ends a child. It leaves a child alone after a while if it may not kill that child, which has
/// gained rights.
void end_child(pid_t child) noexcept {
    constexpr int timeout_ms = 1'000;
    if (::kill(child, SIGKILL) == 0) {
        ::waitpid(child, nullptr, 0); // no signal interrupts it: all are blocked
    } else {
        wait_briefly(child, timeout_ms);
    }
}

/// Kills all children but the program until there is none. The children of a killed child become
/// the next ones. The list of children may lack a child while another ends, so it is read again.
void kill_adopted(pid_t program) noexcept {
    constexpr int most_children = 100'000;
    constexpr int times_without = 3;
    int without = 0;
    for (int i = 0; i < most_children && without < times_without; ++i) {
        if (const pid_t child = any_child(program)) {
            end_child(child);
            without = 0;
        } else if (++without < times_without) {
            ::nanosleep(&pause, nullptr);
        }
    }
}

/// Whether the program has ended. It keeps its number until the wait for it.
bool has_ended(pid_t program) noexcept {
    siginfo_t found{};
    return ::waitid(P_PID, static_cast<id_t>(program), &found, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           found.si_pid == program;
}

/// Returns when descriptor 0 has ended. If the program ends earlier, kills all that it started.
void watch_over(pid_t program) noexcept {
    sigset_t waiting;
    ::sigfillset(&waiting);
    ::sigdelset(&waiting, SIGCHLD);
    bool ended = false;
    while (true) {
        if (!ended && has_ended(program)) {
            ended = true;
            kill_adopted(program);
        }
        fd_set line;
        FD_ZERO(&line);
        FD_SET(0, &line);
        if (::pselect(1, &line, nullptr, nullptr, nullptr, &waiting) > 0 || errno != EINTR) {
            return;
        }
    }
}

} // namespace

bool wait_briefly(pid_t child, int milliseconds) noexcept {
    for (int i = 0; i < milliseconds; ++i) {
        if (::waitpid(child, nullptr, WNOHANG) != 0) {
            return true;
        }
        ::nanosleep(&pause, nullptr);
    }
    return false;
}

void guard(const std::function<void()>& become_program) noexcept {
    adopt_orphans();
    ::signal(SIGCHLD, [](int) {}); // interrupts the wait
    const pid_t guardian = ::getpid();
    const pid_t program = ::fork();
    if (program == 0) {
        ::setpgid(0, 0);
        end_with_parent(guardian);
        become_program();
    }
    if (program > 0) {
        ::setpgid(program, program);
        [[maybe_unused]] const ssize_t told = ::write(1, &program, sizeof program);
        close_from(1);
        watch_over(program);
        ::kill(-program, SIGKILL);
        end_child(program);
        kill_adopted(program);
    }
}

} // namespace tollgate::posix
