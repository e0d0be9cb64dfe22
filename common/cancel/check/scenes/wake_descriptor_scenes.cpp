// SPDX-License-Identifier: BSL-1.0
//
// The descriptor by which a poll is woken, in programs that fork and that close what is not theirs.
#include "../in_child.hpp"
#include "wake_descriptor.hpp"

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
    pollfd one{descriptor, POLLIN, 0};
    return ::poll(&one, 1, 0) == 1 && one.revents == POLLIN;
}

/// Something of the program's own.
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
    const wake_descriptor one;
    EXPECT_TRUE(one.is_open());
    EXPECT_FALSE(one.is_inherited());
    EXPECT_FALSE(is_readable(one.readable()));
    for (const int wakes : {1, 2, 64, 65, 100'000}) {
        for (int each = 0; each < wakes; ++each) {
            one.wake();
        }
        EXPECT_TRUE(is_readable(one.readable()));
        one.drain();
        EXPECT_FALSE(is_readable(one.readable())) << wakes;
    }
}

#if defined(__linux__)
TEST(waking_descriptor, is_not_taken_for_standard_error_where_that_was_closed) {
    EXPECT_EQ(kernel::in_child([] {
                  for (const int standard : {0, 1, 2}) {
                      ::close(standard);
                  }
                  const wake_descriptor one;
                  one.wake();
                  return one.readable() > STDERR_FILENO && is_readable(one.readable());
              }),
              0);
}
#endif

TEST(waking_descriptor, is_another_for_each) {
    const wake_descriptor one;
    const wake_descriptor other;
    one.wake();
    EXPECT_FALSE(is_readable(other.readable()));
    EXPECT_EQ(kernel::in_child([&] {
                  ::dup2(other.readable(), one.readable());
                  return !one.is_open() && other.is_open();
              }),
              0);
}

TEST(waking_descriptor, of_a_parent_is_left_alone_by_a_child) {
    const wake_descriptor one;
    EXPECT_EQ(kernel::in_child([&] {
                  one.wake();
                  const wake_descriptor own;
                  return one.is_inherited() && one.is_open() && !own.is_inherited();
              }),
              0);
    EXPECT_FALSE(is_readable(one.readable()));
    EXPECT_FALSE(one.is_inherited());
}

TEST(waking_descriptor, is_closed_by_a_child_in_the_child) {
    std::optional<wake_descriptor> one(std::in_place);
    EXPECT_EQ(kernel::in_child([&] {
                  const int number = one->readable();
                  one.reset();
                  return ::fcntl(number, F_GETFD) == -1;
              }),
              0);
    EXPECT_TRUE(one->is_open());
    one->wake();
    EXPECT_TRUE(is_readable(one->readable()));
}

TEST(waking_descriptor, writes_to_no_other_file_and_closes_none) {
    std::optional<wake_descriptor> one(std::in_place);
    const socket_pair foreign;
    const int number = one->readable();
    ASSERT_EQ(::dup2(foreign.here(), number), number);
    EXPECT_FALSE(one->is_open());
    one->wake();
    EXPECT_FALSE(is_readable(foreign.there()));
    one.reset();
    EXPECT_NE(::fcntl(number, F_GETFD), -1);
    ::close(number);
}

} // namespace
} // namespace tollgate::cancel::detail
