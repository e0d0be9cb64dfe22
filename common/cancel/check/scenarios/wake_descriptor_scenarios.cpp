// SPDX-License-Identifier: BSL-1.0
//
// The descriptor by which a poll is woken, in programs that fork or close all descriptors.
#include "wake_descriptor.hpp"

#include <tollgate/testing/in_child.hpp>

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tollgate::cancel::detail {
namespace {

bool is_readable(int descriptor) {
    pollfd entry{descriptor, POLLIN, 0};
    return ::poll(&entry, 1, 0) == 1 && entry.revents == POLLIN;
}

/// A pipe of the program.
class socket_pair {
public:
    socket_pair() { EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends_.data()), 0); }
    ~socket_pair() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    socket_pair(const socket_pair&) = delete;
    socket_pair& operator=(const socket_pair&) = delete;
    [[nodiscard]] int here() const { return ends_[0]; }
    [[nodiscard]] int there() const { return ends_[1]; }

private:
    std::array<int, 2> ends_{};
};

TEST(waking_descriptor, is_readable_from_wake_to_drain) {
    const wake_descriptor descriptor;
    EXPECT_TRUE(descriptor.is_open());
    EXPECT_FALSE(descriptor.is_inherited());
    EXPECT_FALSE(is_readable(descriptor.readable()));
    for (const int wakes : {1, 2, 64, 65, 100'000}) {
        for (int each = 0; each < wakes; ++each) {
            descriptor.wake();
        }
        EXPECT_TRUE(is_readable(descriptor.readable()));
        descriptor.drain();
        EXPECT_FALSE(is_readable(descriptor.readable())) << wakes;
    }
}

#if defined(__linux__)
TEST(waking_descriptor, is_not_taken_for_standard_error_where_that_was_closed) {
    testing::expect_in_child([] {
        for (const int standard : {0, 1, 2}) {
            ::close(standard);
        }
        const wake_descriptor descriptor;
        descriptor.wake();
        return descriptor.readable() > STDERR_FILENO && is_readable(descriptor.readable());
    });
}
#endif

TEST(waking_descriptor, is_another_for_each) {
    const wake_descriptor descriptor;
    const wake_descriptor other;
    descriptor.wake();
    EXPECT_FALSE(is_readable(other.readable()));
    testing::expect_in_child([&] {
        ::dup2(other.readable(), descriptor.readable());
        return !descriptor.is_open() && other.is_open();
    });
}

TEST(waking_descriptor, of_a_parent_is_left_alone_by_a_child) {
    const wake_descriptor descriptor;
    testing::expect_in_child([&] {
        descriptor.wake();
        const wake_descriptor own;
        return descriptor.is_inherited() && descriptor.is_open() && !own.is_inherited();
    });
    EXPECT_FALSE(is_readable(descriptor.readable()));
    EXPECT_FALSE(descriptor.is_inherited());
}

TEST(waking_descriptor, is_closed_by_a_child_in_the_child) {
    std::optional<wake_descriptor> descriptor(std::in_place);
    testing::expect_in_child([&] {
        const int number = descriptor->readable();
        descriptor.reset();
        return ::fcntl(number, F_GETFD) == -1;
    });
    EXPECT_TRUE(descriptor->is_open());
    descriptor->wake();
    EXPECT_TRUE(is_readable(descriptor->readable()));
}

TEST(waking_descriptor, writes_to_no_other_file_and_closes_none) {
    std::optional<wake_descriptor> descriptor(std::in_place);
    const socket_pair foreign;
    const int number = descriptor->readable();
    ASSERT_EQ(::dup2(foreign.here(), number), number);
    EXPECT_FALSE(descriptor->is_open());
    descriptor->wake();
    EXPECT_FALSE(is_readable(foreign.there()));
    descriptor.reset();
    EXPECT_NE(::fcntl(number, F_GETFD), -1);
    ::close(number);
}

} // namespace
} // namespace tollgate::cancel::detail
