// SPDX-License-Identifier: BSL-1.0
#include "../src/signals.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include <csignal>
#include <sys/time.h>
#include <unistd.h>

namespace tollgate::cli {
namespace {

itimerval timer() {
    itimerval left{};
    ::getitimer(ITIMER_REAL, &left);
    return left;
}

bool timer_runs() {
    const itimerval left = timer();
    return left.it_value.tv_sec != 0 || left.it_value.tv_usec != 0;
}

TEST(signals, sigint_sigterm_and_sighup_ask_for_an_end) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        signals watch;
        std::raise(number);
        EXPECT_TRUE(watch.interrupted()) << number;
        EXPECT_TRUE(watch.interrupted()) << "asked again";
    }
    const signals another;
    EXPECT_FALSE(another.interrupted()) << "the next run begins anew";
}

TEST(signals, an_ignored_sighup_stays_ignored) {
    ::signal(SIGHUP, SIG_IGN);
    {
        const signals watch;
        std::raise(SIGHUP);
        EXPECT_FALSE(watch.interrupted());
    }
    std::raise(SIGHUP);
    ::signal(SIGHUP, SIG_DFL);
}

TEST(signals, two_at_once_count_as_one_request) {
    for (const int second : {SIGINT, SIGTERM}) {
        signals watch;
        std::raise(SIGINT);
        std::raise(second);
        EXPECT_TRUE(watch.interrupted());
    }
}

TEST(signals, sigusr_one_asks_for_the_state_once) {
    signals watch;
    EXPECT_FALSE(watch.state_wanted());
    std::raise(SIGUSR1);
    EXPECT_TRUE(watch.state_wanted());
    EXPECT_FALSE(watch.state_wanted());
    std::raise(SIGUSR1);
    EXPECT_TRUE(watch.state_wanted());
    EXPECT_FALSE(watch.interrupted());
}

// The times are far apart, an hour and half a minute, so that the remaining time needs no
// precision.
TEST(signals, the_stall_limit_is_added_to_the_length_of_a_batch) {
    constexpr std::chrono::seconds hour = std::chrono::hours(1);
    signals watch;
    EXPECT_FALSE(timer_runs());
    watch.still_alive(hour);
    EXPECT_GT(timer().it_value.tv_sec, hour.count() / 2);
    EXPECT_LE(timer().it_value.tv_sec, (hour + signals::stall_limit).count());
    watch.still_alive(std::chrono::nanoseconds(1));
    EXPECT_TRUE(timer_runs());
    EXPECT_LE(timer().it_value.tv_sec, signals::stall_limit.count() + 1) << "starts anew";
    watch.still_alive();
    EXPECT_LE(timer().it_value.tv_sec, signals::stall_limit.count());
    watch.no_batch_runs();
    EXPECT_FALSE(timer_runs());
}

TEST(signals, one_alarm_only_starts_another_period) {
    signals watch;
    std::raise(SIGALRM);
    EXPECT_TRUE(timer_runs());
    watch.still_alive();
    std::raise(SIGALRM);
    EXPECT_FALSE(watch.interrupted());
}

TEST(signals_death_check, a_second_request_ends_the_program_at_once) {
    for (const int number : {SIGINT, SIGTERM}) {
        EXPECT_EXIT(
            {
                const signals watch;
                std::raise(SIGINT);
                std::this_thread::sleep_for(std::chrono::milliseconds(400));
                std::raise(number);
            },
            ::testing::KilledBySignal(number), "");
    }
}

TEST(signals_death_check, the_first_request_after_end_at_once_ends_the_program) {
    for (const int number : {SIGINT, SIGTERM}) {
        EXPECT_EXIT(
            {
                signals watch;
                watch.end_at_once();
                std::raise(number);
            },
            ::testing::KilledBySignal(number), "");
    }
    signals watch;
    std::raise(SIGTERM);
    watch.end_at_once();
    std::raise(SIGTERM); // the same wish
    EXPECT_TRUE(watch.interrupted());
}

TEST(signals_death_check, a_second_alarm_without_a_batch_between_is_a_failed_self_check) {
    EXPECT_EXIT(
        {
            signals watch;
            watch.still_alive();
            std::raise(SIGALRM);
            std::raise(SIGALRM);
        },
        ::testing::ExitedWithCode(1), "^self-check failed: .*a wake-up was lost\n$");
}

TEST(signals_death_check, afterwards_sigint_ends_as_in_any_program) {
    EXPECT_EXIT(
        {
            { const signals watch; }
            std::raise(SIGINT);
        },
        ::testing::KilledBySignal(SIGINT), "^$");
}

} // namespace
} // namespace tollgate::cli
