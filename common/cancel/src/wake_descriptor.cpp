// SPDX-License-Identifier: BSL-1.0
#include "wake_descriptor.hpp"

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

// The last of those that share it closes it; the counts of them do not order that for a detector.
namespace race_detector = sleep::race_detector;

namespace {

/// A pipe that never blocks and that exec() closes.
std::array<int, 2> open_pipe() {
    std::array<int, 2> ends{};
#if defined(__linux__)
    const bool is_open = ::pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC) == 0;
#else
    const bool is_open = ::pipe(ends.data()) == 0;
    for (const int end : ends) {
        ::fcntl(end, F_SETFL, O_NONBLOCK);
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
#endif
    if (!is_open) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    return ends;
}

} // namespace

void last_act::perform() const noexcept {
    of_parker.finish();
    if (of_descriptor) {
        of_descriptor->wake();
    }
}

/// One descriptor for both ends: half as many, and no writer ever meets a pipe without a reader,
/// which would be a SIGPIPE; not one of the first three. Where there is no /proc, it stays two.
wake_descriptor::wake_descriptor() : ends_(open_pipe()), made_in_(process_generation()) {
    const sleep::no_pthread_cancel here;
    const std::string name = "/proc/thread-self/fd/" + std::to_string(readable());
    const int opened = ::open(name.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    const int both = ::fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(opened);
    if (both >= 0) {
        ::close(ends_[0]);
        ::close(ends_[1]);
        ends_ = {both, both};
    }
    struct stat own {};
    static_cast<void>(::fstat(readable(), &own)); // what is open is found
    device_ = own.st_dev;
    inode_ = own.st_ino;
    race_detector::library_releases(this);
}

/// In a child, too: the parent keeps its own.
wake_descriptor::~wake_descriptor() {
    const sleep::no_pthread_cancel here;
    race_detector::library_acquires(this);
    for (const int end : ends_) {
        if (is_own(end)) {
            ::close(end);
        }
    }
}

bool wake_descriptor::is_own(int descriptor) const noexcept {
    struct stat found {};
    return ::fstat(descriptor, &found) == 0 && found.st_dev == device_ && found.st_ino == inode_;
}

bool wake_descriptor::is_open() const noexcept {
    return is_own(ends_[0]) && (ends_[1] == ends_[0] || is_own(ends_[1]));
}

/// It fails only if the pipe is full, and then it is readable. A signal does not interrupt what
/// does not block.
void wake_descriptor::wake() const noexcept {
    race_detector::library_acquires(this); // the look at the descriptor reads it, too
    if (!is_inherited() && is_open()) {
        const sleep::no_pthread_cancel here;
        [[maybe_unused]] const auto written = ::write(ends_[1], "", 1);
        race_detector::library_releases(this);
    }
}

void wake_descriptor::drain() const noexcept {
    const sleep::no_pthread_cancel here;
    std::array<char, 64> some{};
    while (::read(readable(), some.data(), some.size()) == static_cast<ssize_t>(some.size())) {
    }
    race_detector::library_releases(this);
}

} // namespace tollgate::cancel::detail
