// SPDX-License-Identifier: BSL-1.0
#include "wake_descriptor.hpp"

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <array>
#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

// The last of those that share it closes it; the counts of them do not order that for a detector.
namespace race_detector = sleep::race_detector;

namespace {

std::atomic<unsigned> generation{0};

void count_child() noexcept {
    generation.fetch_add(1, std::memory_order_relaxed);
}

constinit int error_of_watching = 0;

/// Before the program's static objects are made: they may poll and fork, and so may handlers of
/// fork() that are theirs. With the first poll it would come too late for a child that is forked
/// meanwhile.
[[gnu::constructor(101)]] void count_children() noexcept {
    error_of_watching = ::pthread_atfork(nullptr, nullptr, &count_child);
}

void expect_success(int error, const char* call) {
    if (error != 0) {
        throw std::system_error(error, std::generic_category(), call);
    }
}

/// A pipe that never blocks and that exec() closes.
std::array<int, 2> open_pipe() {
    std::array<int, 2> ends{};
#if defined(__linux__)
    expect_success(::pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC) == 0 ? 0 : errno, "pipe2");
#else
    expect_success(::pipe(ends.data()) == 0 ? 0 : errno, "pipe");
    for (const int end : ends) {
        ::fcntl(end, F_SETFL, O_NONBLOCK);
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
#endif
    return ends;
}

bool means(int descriptor, dev_t device, ino_t inode) noexcept {
    struct stat found {};
    return ::fstat(descriptor, &found) == 0 && found.st_dev == device && found.st_ino == inode;
}

} // namespace

unsigned process_generation() noexcept {
    return generation.load(std::memory_order_relaxed);
}

void last_act::perform() const noexcept {
    of_parker.finish();
    if (of_descriptor) {
        of_descriptor->wake();
    }
}

/// One descriptor for both ends: half as many, and no writer ever meets a pipe without a reader,
/// which would be a SIGPIPE. Where there is no /proc, it stays two.
wake_descriptor::wake_descriptor() : made_in_(process_generation()) {
    expect_success(error_of_watching, "pthread_atfork");
    const std::array<int, 2> ends = open_pipe();
    reading_ = ends[0];
    writing_ = ends[1];
    const std::string name = "/proc/thread-self/fd/" + std::to_string(reading_);
    const int both = ::open(name.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (both >= 0) {
        ::close(reading_);
        ::close(writing_);
        reading_ = writing_ = both;
    }
    struct stat own {};
    static_cast<void>(::fstat(reading_, &own)); // what is open is found
    device_ = own.st_dev;
    inode_ = own.st_ino;
    race_detector::library_releases(this);
}

/// In a child, too: the parent keeps its own.
wake_descriptor::~wake_descriptor() {
    race_detector::library_acquires(this);
    if (means(reading_, device_, inode_)) {
        ::close(reading_);
    }
    if (writing_ != reading_ && means(writing_, device_, inode_)) {
        ::close(writing_);
    }
}

bool wake_descriptor::is_open() const noexcept {
    return means(reading_, device_, inode_) &&
           (writing_ == reading_ || means(writing_, device_, inode_));
}

/// It fails only if the pipe is full, and then it is readable. A signal does not interrupt what
/// does not block.
void wake_descriptor::wake() const noexcept {
    race_detector::library_acquires(this); // the look at the descriptor reads it, too
    if (!is_inherited() && is_open()) {
        const char one = 1;
        [[maybe_unused]] const auto written = ::write(writing_, &one, sizeof one);
        race_detector::library_releases(this);
    }
}

void wake_descriptor::drain() const noexcept {
    std::array<char, 64> some{};
    while (::read(reading_, some.data(), some.size()) == static_cast<ssize_t>(some.size())) {
    }
    race_detector::library_releases(this);
}

} // namespace tollgate::cancel::detail
