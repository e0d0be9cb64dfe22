// SPDX-License-Identifier: BSL-1.0
//
// What eventfd_sleeper has beyond the contract of all sleepers: a descriptor.
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

/// While it lives the process can open no more files.
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

bool readable(const eventfd_sleeper& one) {
    pollfd asked{one.descriptor(), POLLIN, 0};
    return ::poll(&asked, 1, 0) == 1;
}

TEST(eventfd_sleeper, without_a_descriptor_says_so) {
    int code = 0;
    std::string message;
    // The sanitizer for undefined behaviour wants descriptors to look at an object of a type it has
    // not met: it meets this one now.
    const std::system_error met(EIO, std::generic_category(), "met");
    EXPECT_EQ(met.code().value(), EIO);
    try {
        const no_more_files limit;
        const eventfd_sleeper one;
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
    eventfd_sleeper one;
    EXPECT_FALSE(readable(one));
    one.wake();
    one.wake();
    EXPECT_TRUE(readable(one));
    EXPECT_EQ(one.sleep_for(0s), outcome::woken);
    EXPECT_FALSE(readable(one));
}

TEST(eventfd_sleeper, a_full_counter_does_not_hold_the_waker) {
    eventfd_sleeper one;
    const std::uint64_t most = UINT64_MAX - 1;
    ASSERT_EQ(::write(one.descriptor(), &most, sizeof most), static_cast<ssize_t>(sizeof most));
    one.wake();
    EXPECT_EQ(one.sleep_for(0s), outcome::woken);
    EXPECT_EQ(one.sleep_for(0s), outcome::timeout);
}

TEST(eventfd_sleeper, says_that_its_descriptor_was_closed) {
    eventfd_sleeper one;
    const int kept = ::fcntl(one.descriptor(), F_DUPFD_CLOEXEC, 0);
    ::close(one.descriptor());
    EXPECT_THROW(static_cast<void>(one.sleep_for(1ms)), std::system_error);
    EXPECT_EQ(::dup2(kept, one.descriptor()), one.descriptor()); // to be closed by its owner
    ::close(kept);
}

TEST(eventfd_sleeper, closes_its_descriptor_and_leaves_none_to_programs_it_starts) {
    int descriptor = -1;
    {
        const eventfd_sleeper one;
        descriptor = one.descriptor();
        EXPECT_EQ(::fcntl(descriptor, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    }
    EXPECT_EQ(::fcntl(descriptor, F_GETFD), -1);
}

} // namespace
} // namespace tollgate::sleep
