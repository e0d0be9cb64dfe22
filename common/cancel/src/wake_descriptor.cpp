// SPDX-License-Identifier: BSL-1.0
#include "wake_descriptor.hpp"

#include <tollgate/sleep/race_detector.hpp>

#include <array>
#include <cerrno>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

// The last of those that share it closes it; the counts of them do not order that for a detector.
namespace race_detector = sleep::race_detector;

namespace {

bool means(int descriptor, dev_t device, ino_t inode) noexcept {
    struct stat found {};
    return ::fstat(descriptor, &found) == 0 && found.st_dev == device && found.st_ino == inode;
}

} // namespace

wake_descriptor::wake_descriptor() {
    watch_for_forks();
    made_in_ = process_generation();
    pipe_ = open_wake_pipe();
    struct stat own {};
    if (::fstat(pipe_.reading, &own) != 0) {
        throw std::system_error(errno, std::generic_category(), "fstat of a pipe");
    }
    device_ = own.st_dev;
    inode_ = own.st_ino;
    race_detector::library_releases(this);
}

/// In a child, too: the parent keeps its own.
wake_descriptor::~wake_descriptor() {
    race_detector::library_acquires(this);
    if (means(pipe_.reading, device_, inode_)) {
        ::close(pipe_.reading);
    }
    if (pipe_.writing != pipe_.reading && means(pipe_.writing, device_, inode_)) {
        ::close(pipe_.writing);
    }
}

bool wake_descriptor::is_open() const noexcept {
    return means(pipe_.reading, device_, inode_) &&
           (pipe_.writing == pipe_.reading || means(pipe_.writing, device_, inode_));
}

/// It fails only if the pipe is full, and then it is readable. A signal does not interrupt what
/// does not block.
void wake_descriptor::wake() const noexcept {
    race_detector::library_acquires(this); // the look at the descriptor reads it, too
    if (!is_inherited() && is_open()) {
        const char one = 1;
        [[maybe_unused]] const auto written = ::write(pipe_.writing, &one, sizeof one);
        race_detector::library_releases(this);
    }
}

void wake_descriptor::drain() const noexcept {
    std::array<char, 64> some{};
    while (::read(pipe_.reading, some.data(), some.size()) == static_cast<ssize_t>(some.size())) {
    }
    race_detector::library_releases(this);
}

} // namespace tollgate::cancel::detail
