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

// The last owner closes the descriptor. A race detector does not see the order that the count of
// owners makes.
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

void deferred_wake::perform() const noexcept {
    parked.finish();
    if (descriptor) {
        descriptor->wake();
    }
}

/// One descriptor for both ends, except where there is no /proc. That takes half as many, and no
/// writer ever meets a pipe without a reader, which would be a SIGPIPE. It is none of the first
/// three descriptors.
wake_descriptor::wake_descriptor() : ends_(open_pipe()), generation_(process_generation()) {
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
    static_cast<void>(::fstat(readable(), &own)); // cannot fail: the descriptor is open
    device_ = own.st_dev;
    inode_ = own.st_ino;
    race_detector::library_releases(this);
}

/// Closes in a child too: the parent keeps its own descriptors.
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
    struct stat current {};
    return ::fstat(descriptor, &current) == 0 && current.st_dev == device_ &&
           current.st_ino == inode_;
}

bool wake_descriptor::is_open() const noexcept {
    return is_own(ends_[0]) && (ends_[1] == ends_[0] || is_own(ends_[1]));
}

/// The write fails only if the pipe is full, and then the pipe is readable. A signal does not
/// interrupt the write, which never blocks.
void wake_descriptor::wake() const noexcept {
    race_detector::library_acquires(this); // is_open() reads the descriptor, too
    if (!is_inherited() && is_open()) {
        const sleep::no_pthread_cancel here;
        [[maybe_unused]] const auto written = ::write(ends_[1], "", 1);
        race_detector::library_releases(this);
    }
}

void wake_descriptor::drain() const noexcept {
    const sleep::no_pthread_cancel here;
    std::array<char, 64> bytes{};
    while (::read(readable(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size())) {
    }
    race_detector::library_releases(this);
}

} // namespace tollgate::cancel::detail
