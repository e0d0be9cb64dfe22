// SPDX-License-Identifier: BSL-1.0
//
// What the library that this one follows got wrong.
#include "by_hand.hpp"
#include "event_box.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/text_sink.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <thread>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

/// With the period that it began with it would take an hour.
TEST(regression, set_period_takes_effect) {
    const event_box box;
    settings how;
    how.period = 1h;
    how.sinks.emplace_back(box);
    registry in(how);
    const migrating_scope frozen(in, "frozen", 1, {.timeout = 30min});
    const migrating_scope soon(in, "soon", 1, {.timeout = 1ms});
    while (in.so_far().looks == 0) {
        std::this_thread::yield();
    }
    in.set_period(1ms);
    box.wait_for(event::kind::frozen, "soon");
    EXPECT_EQ(box.all().size(), 1u);
}

TEST(regression, more_than_the_first_frozen_thread_is_found) {
    const event_box box;
    settings how;
    how.period = 1ms;
    how.sinks.emplace_back(box);
    registry in(how);
    std::atomic<bool> over{false};
    std::array<std::thread, 8> all;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = std::thread([&, i] {
            const watched_scope reader(in, std::to_string(i), 1, {.timeout = 1ms});
            over.wait(false);
        });
    }
    box.wait_for_so_many(all.size());
    std::vector<std::string> names;
    for (const event& what : box.all()) {
        names.push_back(what.name);
    }
    over = true;
    over.notify_all();
    for (std::thread& one : all) {
        one.join();
    }
    EXPECT_THAT(names, testing::UnorderedElementsAre("0", "1", "2", "3", "4", "5", "6", "7"));
}

TEST(regression, a_callback_is_told_who_is_frozen) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 7, {.timeout = 1s});
    checkpoint(8);
    watch.pass_time(2s);
    const event found = watch.only_event();
    EXPECT_EQ(found.name, "reader");
    EXPECT_NE(found.thread_id, 0);
    EXPECT_THAT(ids(found), ElementsAre(7, 8));
}

/// It stood in an array that was initialized after it had been written.
TEST(regression, the_first_checkpoint_is_in_the_history) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 7, {.timeout = 1s});
    watch.pass_time(2s);
    EXPECT_THAT(ids(watch.only_event()), ElementsAre(7));
}

TEST(regression, monitors_may_be_nested) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, {.timeout = 1s});
    { const watched_scope inner(watch.in, "inner", 1, {.timeout = 1s}); }
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen outer"));
}

TEST(regression, the_clock_of_the_day_freezes_nobody) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1s});
    watch.look_after(24h); // as after a suspend, by any clock
    EXPECT_THAT(watch.said(), ElementsAre());
}

std::ptrdiff_t threads_of_the_process() {
    const std::filesystem::directory_iterator all("/proc/self/task");
    return std::distance(begin(all), end(all));
}

TEST(regression, the_monitors_thread_is_joined) {
    if (!std::filesystem::exists("/proc/self/task")) {
        GTEST_SKIP() << "no /proc/self/task here";
    }
    std::ptrdiff_t before = 0;
    std::thread([] {}).join();
    {
        registry in;
        const watched_scope reader(in, "reader", 1);
        before = threads_of_the_process();
    }
    // One that was joined may be listed for a moment longer.
    while (threads_of_the_process() > before - 2) {
        std::this_thread::yield();
    }
}

/// A pipe that is full and whose reader does not read.
struct full_pipe {
    full_pipe() {
        EXPECT_EQ(::pipe(ends.data()), 0);
        const int flags = ::fcntl(ends[1], F_GETFL);
        ::fcntl(ends[1], F_SETFL, flags | O_NONBLOCK);
        const std::string much(4096, 'x');
        while (::write(ends[1], much.data(), much.size()) > 0) {
        }
        while (::write(ends[1], "x", 1) > 0) {
        }
        ::fcntl(ends[1], F_SETFL, flags);
    }
    ~full_pipe() {
        ::close(ends[0]);
        ::close(ends[1]);
    }
    std::array<int, 2> ends{};
};

/// The sink gets no further before the scopes have begun and ended and the pipe is emptied.
TEST(regression, no_scope_waits_for_a_sink_that_waits_for_a_full_pipe) {
    const full_pipe pipe;
    std::atomic<int> written{0};
    settings how;
    how.period = 1ms;
    how.sinks.emplace_back([&](const event&) {
        static_cast<void>(::write(pipe.ends[1], "report", 6));
        ++written;
    });
    std::optional<registry> in(std::in_place, how);
    const migrating_scope frozen(*in, "frozen", 1, {.timeout = 1ms});
    while (in->so_far().events == 0) {
        std::this_thread::yield();
    }
    for (int i = 0; i < 100; ++i) {
        std::thread([&] {
            const watched_scope reader(*in, "reader", 1);
            checkpoint(2);
            const migrating_scope session(*in, "session", 1);
        }).join();
    }
    EXPECT_EQ(written, 0);
    std::array<char, 65'536> taken{};
    static_cast<void>(::read(pipe.ends[0], taken.data(), taken.size()));
    in.reset();
    EXPECT_GE(written, 1);
}

} // namespace
} // namespace tollgate::liveness
