// SPDX-License-Identifier: BSL-1.0
//
// poll(2) that ends when a token is cancelled.
#include "falls_asleep.hpp"
#include "open_pipe.hpp"

#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>
#include <limits>
#include <system_error>
#include <thread>
#include <vector>

#include <poll.h>
#include <sys/resource.h>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

template <class Duration>
using in = std::chrono::time_point<steady_clock, Duration>;

class a_poll : public ::testing::Test {
protected:
    using form = std::function<wait_status(std::span<pollfd>)>;
    /// No form ends by itself while a check runs.
    [[nodiscard]] std::vector<form> long_ones() const {
        return {
            [this](std::span<pollfd> all) { return poll(all, stop); },
            [this](std::span<pollfd> all) { return poll(all, 1h, stop); },
            [this](std::span<pollfd> all) { return poll(all, std::chrono::hours::max(), stop); },
            [this](std::span<pollfd> all) {
                return poll(all, steady_clock::time_point::max() - 1ns, stop);
            },
            [this](std::span<pollfd> all) {
                return poll(all, in<std::chrono::hours>(24h * 365 * 280), stop);
            },
            [this](std::span<pollfd> all) {
                return poll(all, std::chrono::duration<double>(1e300), stop);
            },
        };
    }
    [[nodiscard]] pollfd reading() const { return {pipe.reading(), POLLIN, 0}; }

    standalone_token stop;
    open_pipe pipe;
};

TEST_F(a_poll, finds_a_descriptor_that_is_ready) {
    const open_pipe other;
    pipe.write();
    for (const form& wait : long_ones()) {
        std::array<pollfd, 2> both{pollfd{other.reading(), POLLIN, 0}, reading()};
        EXPECT_EQ(wait(both), wait_status::notified);
        EXPECT_EQ(both[0].revents, 0);
        EXPECT_EQ(both[1].revents, POLLIN);
        EXPECT_EQ(both[1].fd, pipe.reading());
    }
}

TEST_F(a_poll, finds_a_descriptor_that_becomes_ready) {
    for (const form& wait : long_ones()) {
        std::array<pollfd, 1> all{reading()};
        std::thread writer([this, waiter = own_thread_id()] {
            falls_asleep(waiter);
            pipe.write();
        });
        EXPECT_EQ(wait(all), wait_status::notified);
        EXPECT_EQ(all[0].revents, POLLIN);
        writer.join();
        pipe.read();
    }
}

TEST_F(a_poll, is_over_at_its_deadline) {
    std::array<pollfd, 1> all{reading()};
    all[0].revents = POLLIN;
    const auto past = steady_clock::now() - 1h;
    for (const auto deadline : {past, steady_clock::time_point(), steady_clock::time_point::min(),
                                steady_clock::now() + 1ms}) {
        EXPECT_EQ(poll(all, deadline, stop), wait_status::timeout);
        EXPECT_EQ(all[0].revents, 0);
        EXPECT_GE(steady_clock::now(), deadline);
    }
    EXPECT_EQ(poll(all, 0s, stop), wait_status::timeout);
    EXPECT_EQ(poll(all, -1h, stop), wait_status::timeout);
    EXPECT_EQ(poll(all, 1us, stop), wait_status::timeout);
    EXPECT_EQ(poll(all, in<std::chrono::seconds>::min(), stop), wait_status::timeout);
    EXPECT_EQ(poll(all, in<std::chrono::hours>::min(), stop), wait_status::timeout);
    constexpr std::chrono::duration<double> none(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(poll(all, none, stop), wait_status::timeout);
    EXPECT_EQ(poll(all, in<std::chrono::duration<double>>(none), stop), wait_status::timeout);
}

TEST_F(a_poll, checks_once_after_its_deadline) {
    std::array<pollfd, 1> all{reading()};
    pipe.write();
    EXPECT_EQ(poll(all, steady_clock::time_point::min(), stop), wait_status::notified);
    EXPECT_EQ(poll(all, -1h, stop), wait_status::notified);
}

TEST_F(a_poll, that_begins_cancelled_checks_once) {
    stop.cancel();
    for (const form& wait : long_ones()) {
        std::array<pollfd, 1> all{reading()};
        EXPECT_EQ(wait(all), wait_status::cancelled);
        EXPECT_EQ(all[0].revents, 0);
    }
    pipe.write();
    std::array<pollfd, 1> all{reading()};
    EXPECT_EQ(poll(all, stop), wait_status::cancelled);
    EXPECT_EQ(all[0].revents, POLLIN) << "what is ready is said nevertheless";
}

TEST_F(a_poll, is_cancelled_while_it_waits_and_does_not_disturb_the_next) {
    for (const form& wait : long_ones()) {
        std::array<pollfd, 1> all{reading()};
        std::thread canceller([this, waiter = own_thread_id()] {
            falls_asleep(waiter);
            stop.cancel();
        });
        EXPECT_EQ(wait(all), wait_status::cancelled);
        EXPECT_EQ(all[0].revents, 0);
        canceller.join();
        stop.reset();
        EXPECT_EQ(poll(all, 1ms, stop), wait_status::timeout);
        EXPECT_EQ(poll(all, 0s, dummy_token()), wait_status::timeout);
    }
}

TEST_F(a_poll, of_nothing_waits_for_the_deadline_or_the_cancellation) {
    EXPECT_EQ(poll({}, 1ms, stop), wait_status::timeout);
    std::thread canceller([this, waiter = own_thread_id()] {
        falls_asleep(waiter);
        stop.cancel();
    });
    EXPECT_EQ(poll({}, stop), wait_status::cancelled);
    canceller.join();
}

/// More entries than this process may have descriptors.
TEST_F(a_poll, that_the_system_refuses_raises_an_error_and_leaves_nothing_registered) {
    rlimit most{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &most), 0);
    const rlimit before = most;
    most.rlim_cur = 64;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &most), 0);
    std::vector<pollfd> many(1000, pollfd{-1, POLLIN, 0});
    try {
        poll(many, 0s, stop);
        ADD_FAILURE() << "it was not refused";
    } catch (const std::system_error& refused) {
        EXPECT_EQ(refused.code(), std::errc::invalid_argument);
        EXPECT_NE(std::string(refused.what()).find("poll"), std::string::npos);
    }
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    stop.reset(); // would abort if anything were registered
    EXPECT_EQ(poll(many, 0s, stop), wait_status::timeout);
}

} // namespace
} // namespace tollgate::cancel
