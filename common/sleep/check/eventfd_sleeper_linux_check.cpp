// SPDX-License-Identifier: BSL-1.0
//
// The descriptor of an eventfd_sleeper; the contract of all sleepers is checked elsewhere.
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;

/// While it exists the process can open no more files.
class no_more_files {
public:
    no_more_files() {
        EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &before_), 0);
        rlimit none = before_;
        none.rlim_cur = 0;
        EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    }
    ~no_more_files() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    no_more_files(const no_more_files&) = delete;
    no_more_files& operator=(const no_more_files&) = delete;

private:
    rlimit before_{};
};

bool readable(const eventfd_sleeper& tested) {
    pollfd entry{tested.descriptor(), POLLIN, 0};
    return ::poll(&entry, 1, 0) == 1;
}

TEST(eventfd_sleeper, throws_without_a_descriptor) {
    int code = 0;
    std::string message;
    // The sanitizer for undefined behaviour opens files when it checks an object of a new type: it
    // checks this type now.
    const std::system_error first(EIO, std::generic_category(), "first");
    EXPECT_EQ(first.code().value(), EIO);
    try {
        const no_more_files limit;
        const eventfd_sleeper tested;
    } catch (const std::system_error& error) {
        code = error.code().value();
        message = error.what();
    }
    EXPECT_EQ(code, EMFILE);
    EXPECT_NE(message.find("eventfd"), std::string::npos) << message;
    eventfd_sleeper another;
    another.wake();
    EXPECT_EQ(another.sleep_for(0s), outcome::woken);
}

TEST(eventfd_sleeper, is_readable_while_there_is_a_permit) {
    eventfd_sleeper tested;
    EXPECT_FALSE(readable(tested));
    tested.wake();
    tested.wake();
    EXPECT_TRUE(readable(tested));
    EXPECT_EQ(tested.sleep_for(0s), outcome::woken);
    EXPECT_FALSE(readable(tested));
}

TEST(eventfd_sleeper, a_full_counter_does_not_hold_the_waker) {
    eventfd_sleeper tested;
    const std::uint64_t most = UINT64_MAX - 1;
    ASSERT_EQ(::write(tested.descriptor(), &most, sizeof most), static_cast<ssize_t>(sizeof most));
    tested.wake();
    EXPECT_EQ(tested.sleep_for(0s), outcome::woken);
    EXPECT_EQ(tested.sleep_for(0s), outcome::timeout);
}

TEST(eventfd_sleeper, throws_when_its_descriptor_was_closed) {
    eventfd_sleeper tested;
    const int kept = ::fcntl(tested.descriptor(), F_DUPFD_CLOEXEC, 0);
    ::close(tested.descriptor());
    EXPECT_THROW(static_cast<void>(tested.sleep_for(1ms)), std::system_error);
    EXPECT_EQ(::dup2(kept, tested.descriptor()), tested.descriptor()); // to be closed by its owner
    ::close(kept);
}

TEST(eventfd_sleeper, closes_its_descriptor_and_passes_none_to_started_programs) {
    int descriptor = -1;
    {
        const eventfd_sleeper tested;
        descriptor = tested.descriptor();
        EXPECT_EQ(::fcntl(descriptor, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    }
    EXPECT_EQ(::fcntl(descriptor, F_GETFD), -1);
}

} // namespace
} // namespace tollgate::sleep
