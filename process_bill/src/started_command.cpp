// SPDX-License-Identifier: BSL-1.0
#include "started_command.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

/// The signals of the new process: these are blocked, and SIGPIPE, which this process ignores, has
/// its default action.
class signal_attributes {
public:
    explicit signal_attributes(const sigset_t& blocked) {
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawnattr_setsigmask(&attributes_, &blocked);
        ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~signal_attributes() { ::posix_spawnattr_destroy(&attributes_); }
    signal_attributes(const signal_attributes&) = delete;
    signal_attributes& operator=(const signal_attributes&) = delete;

    [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

private:
    posix_spawnattr_t attributes_{};
};

} // namespace

started_command::started_command(std::vector<std::string> arguments, const sigset_t& blocked) {
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) {
        pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    const signal_attributes attributes(blocked);
    const int error = ::posix_spawnp(&id_, pointers.front(), nullptr, attributes.get(),
                                     pointers.data(), ::environ);
    if (error == EAGAIN || error == ENOMEM) {
        throw std::system_error(error, std::generic_category(),
                                fmt::format("cannot start {} (posix_spawnp; see `ulimit -u`)",
                                            report::printable(arguments.front())));
    }
    if (error != 0) {
        throw run::usage_error(fmt::format("{}: {}", report::printable(arguments.front()),
                                           std::generic_category().message(error)));
    }
}

bool started_command::has_ended() const {
    siginfo_t info{};
    return ended_.has_value() ||
           (::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == id_);
}

posix::exit_status started_command::wait() {
    if (!ended_) {
        int status = 0;
        while (::waitpid(id_, &status, 0) < 0) {
            if (errno != EINTR) {
                throw std::system_error(errno, std::generic_category(),
                                        fmt::format("waitpid({})", id_));
            }
        }
        ended_ = WIFSIGNALED(status) ? posix::exit_status{0, WTERMSIG(status)}
                                     : posix::exit_status{WEXITSTATUS(status), 0};
    }
    return *ended_;
}

std::optional<std::string> failure_of(const posix::exit_status& ended) {
    if (ended.signal != 0) {
        return fmt::format("Signal {} ({}) ended the command.", ended.signal,
                           ::strsignal(ended.signal));
    }
    if (ended.code != 0) {
        return fmt::format("The command failed: it ended with exit code {}.", ended.code);
    }
    return std::nullopt;
}

} // namespace tollgate::bill
