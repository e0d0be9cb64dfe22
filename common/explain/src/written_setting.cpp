// SPDX-License-Identifier: BSL-1.0
#include "written_setting.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::explain {
namespace {

constexpr char held = '1';
constexpr char given_back = '0';

void write_value(const std::string& file, const std::string& value) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_TRUNC);
    const bool written = descriptor >= 0 && ::write(descriptor, value.data(), value.size()) ==
                                                static_cast<ssize_t>(value.size());
    const int error = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    if (!written) {
        throw std::system_error(error, std::generic_category(), "write to " + file);
    }
}

std::string read_value(const std::string& file) {
    std::ifstream from(file);
    std::string value;
    from >> value;
    return value;
}

int open_file(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) {
        throw std::system_error(errno, std::generic_category(), "open of " + file);
    }
    return descriptor;
}

/// Locks the file until it is unlocked, or until all copies of the descriptor are closed.
void lock_file(int descriptor, const std::string& file) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        throw std::system_error(errno, std::generic_category(),
                                "lock of " + file + ", which another run has");
    }
}

/// The whole life of the guardian. It is a copy of a process with threads, so that it may make only
/// the system calls that a signal handler may make. All signals are blocked.
[[noreturn]] void guard(int from, int lock, const char* file, const char* value,
                        std::size_t length) {
    // Another process waits for the end of the pipe of a pass: it must not stay open here.
    for (int other = 0; other < 1024; ++other) {
        if (other != from && other != lock) {
            ::close(other);
        }
    }
    char state = given_back;
    while (true) {
        char next = 0;
        const ssize_t got = ::read(from, &next, 1);
        if (got == 1) {
            state = next;
        } else if (got == 0 || errno != EINTR) {
            break;
        }
    }
    if (state == held) {
        const int descriptor = ::open(file, O_WRONLY | O_TRUNC);
        [[maybe_unused]] const ssize_t written = ::write(descriptor, value, length);
    }
    ::_exit(0);
}

} // namespace

written_setting::written_setting(std::string file, std::string while_held)
    : file_(std::move(file)), while_held_(std::move(while_held)) {}

written_setting::~written_setting() {
    end_guardian();
    if (lock_ >= 0) {
        ::close(lock_);
    }
}

std::string written_setting::value_of(const std::string& file) {
    const int descriptor = open_file(file);
    try {
        lock_file(descriptor, file);
    } catch (...) {
        ::close(descriptor);
        throw;
    }
    std::string value = read_value(file);
    ::close(descriptor);
    return value;
}

void written_setting::end_guardian() {
    if (guardian_ > 0) {
        ::close(to_guardian_);
        while (::waitpid(guardian_, nullptr, 0) < 0 && errno == EINTR) {
        }
        guardian_ = -1;
    }
}

void written_setting::start_guardian() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    for (const int end : ends) {
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    // A signal that ends this process, or its group, must never reach the guardian.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[1]);
        guard(ends[0], lock_, file_.c_str(), before_.data(), before_.size());
    }
    const int error = errno;
    if (child > 0) {
        ::setpgid(child, child);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::close(ends[0]);
    if (child < 0) {
        ::close(ends[1]);
        throw std::system_error(error, std::generic_category(), "fork");
    }
    guardian_ = child;
    to_guardian_ = ends[1];
}

void written_setting::tell_guardian(char state) const {
    while (::write(to_guardian_, &state, 1) != 1) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "write to a pipe");
        }
    }
}

void written_setting::prepare() {
    const std::string now = read_value(file_);
    if (guardian_ > 0 && now != before_) {
        end_guardian(); // it knows another value
    }
    before_ = now;
    if (guardian_ < 0) {
        start_guardian();
    }
    tell_guardian(held);
}

void written_setting::give_back() {
    write_value(file_, before_);
    tell_guardian(given_back);
    ::flock(lock_, LOCK_UN);
}

std::shared_ptr<void> written_setting::hold() {
    if (lock_ < 0) {
        lock_ = open_file(file_);
    }
    lock_file(lock_, file_);
    try {
        prepare();
    } catch (...) {
        ::flock(lock_, LOCK_UN);
        throw;
    }
    std::shared_ptr<void> until(nullptr, [this](void*) {
        try {
            give_back();
        } catch (const std::system_error&) {
            // It stays locked, and the guardian tries once more when this process ends.
        }
    });
    write_value(file_, while_held_);
    if (read_value(file_) != while_held_) {
        throw std::system_error(EIO, std::generic_category(),
                                file_ + " does not keep " + while_held_);
    }
    return until;
}

} // namespace tollgate::explain
