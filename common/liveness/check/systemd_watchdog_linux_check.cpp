// SPDX-License-Identifier: BSL-1.0
//
// What a service says to systemd, and to a socket that does not take it.
#include "forked.hpp"
#include "watched_service_linux.hpp"

#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/systemd_watchdog.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

class a_systemd_watchdog : public watched_service {};

TEST_F(a_systemd_watchdog, speaks_twice_an_interval) {
    const notify_socket systemd(path);
    systemd_watchdog watchdog = started();
    EXPECT_EQ(watchdog.interval(), 2s);
    watchdog(true, start);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
    watchdog(true, start);
    watchdog(true, start + 1s - 1us);
    EXPECT_EQ(systemd.receive(), "");
    watchdog(true, start + 1s);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
    watchdog(true, start + 2s - 1us);
    watchdog(true, start + 7s);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
    EXPECT_EQ(systemd.receive(), "");
    EXPECT_EQ(watchdog.failures(), 0U);
}

TEST_F(a_systemd_watchdog, is_silent_while_somebody_is_frozen) {
    const notify_socket systemd(path);
    systemd_watchdog watchdog = started();
    watchdog(false, start);
    EXPECT_EQ(systemd.receive(), "");
    watchdog(true, start);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
    watchdog(false, start + 10s);
    EXPECT_EQ(systemd.receive(), "");
    watchdog(true, start + 10s);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

TEST_F(a_systemd_watchdog, finds_a_name_that_is_no_path) {
    const std::string name = "@tollgate/watchdog_check/" + std::to_string(::getpid());
    set("NOTIFY_SOCKET", name);
    const notify_socket systemd(name);
    systemd_watchdog watchdog = started();
    watchdog(true);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

TEST_F(a_systemd_watchdog, counts_what_nobody_takes_and_tries_again) {
    systemd_watchdog watchdog = started();
    watchdog(true, start);
    watchdog(true, start + 1ms);
    EXPECT_EQ(watchdog.failures(), 2U);
    {
        const notify_socket systemd(path);
        watchdog(true, start + 2ms);
        EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
    }
    watchdog(true, start + 3s);
    EXPECT_EQ(watchdog.failures(), 3U);
    const notify_socket again(path);
    watchdog(true, start + 3s);
    EXPECT_EQ(again.receive(), "WATCHDOG=1");
}

/// The kernel keeps few datagrams that nobody has received, and only their sender would wait.
TEST_F(a_systemd_watchdog, does_not_wait_when_the_socket_is_full) {
    const notify_socket systemd(path);
    systemd_watchdog watchdog = started();
    auto now = start;
    for (int i = 0; i < 100'000 && watchdog.failures() == 0; ++i) {
        watchdog(true, now += 1s);
    }
    EXPECT_EQ(watchdog.failures(), 1U);
    while (!systemd.receive().empty()) {
    }
    watchdog(true, now);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

/// It would keep systemd from noticing that the parent hangs.
TEST_F(a_systemd_watchdog, is_silent_in_a_child) {
    const notify_socket systemd(path);
    systemd_watchdog watchdog = started();
    EXPECT_EQ(in_a_child([&] {
                  watchdog(true, start);
                  systemd_watchdog moved = std::move(watchdog);
                  moved(true, start + 2s);
                  systemd_watchdog assigned = std::move(moved);
                  moved = std::move(assigned);
                  moved(true, start + 4s);
                  return moved.failures() == 0 ? 0 : 1;
              }),
              0);
    EXPECT_EQ(systemd.receive(), "");
    watchdog(true, start);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

TEST_F(a_systemd_watchdog, speaks_in_a_child_that_goes_on_in_the_place_of_its_parent) {
    const notify_socket systemd(path);
    systemd_watchdog watchdog = started();
    watchdog(true, start);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
    EXPECT_EQ(in_a_child([&] {
                  watchdog.speak_for_this_process();
                  watchdog(true, start);
                  return 0;
              }),
              0);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1") << "at once";
    watchdog(true, start + 1s);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1") << "the parent is asked as before";
    EXPECT_EQ(in_a_child([&] {
                  watchdog(true, start + 9s);
                  return 0;
              }),
              0);
    EXPECT_EQ(systemd.receive(), "");
}

/// As docs/example_service has it.
settings looked_after(const std::shared_ptr<systemd_watchdog>& dog) {
    settings how;
    how.on_pulse = [dog](const pulse& seen) { (*dog)(seen.all_alive(), seen.now); };
    return how;
}

std::string wait_for_a_word(const notify_socket& systemd) {
    std::string said;
    while ((said = systemd.receive()).empty()) {
        std::this_thread::yield();
    }
    return said;
}

TEST_F(a_systemd_watchdog, of_a_service_that_is_idle_from_its_start_on_speaks) {
    set("WATCHDOG_USEC", "20000");
    const notify_socket systemd(path);
    const registry one(looked_after(std::make_shared<systemd_watchdog>(started())));
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(wait_for_a_word(systemd), "WATCHDOG=1");
    }
}

/// The parent has spoken for the next half hour.
TEST_F(a_systemd_watchdog, of_a_daemon_speaks_when_it_has_been_started_in_the_child) {
    set("WATCHDOG_USEC", "3600000000");
    const notify_socket systemd(path);
    const auto dog = std::make_shared<systemd_watchdog>(started());
    registry one(looked_after(dog));
    EXPECT_EQ(wait_for_a_word(systemd), "WATCHDOG=1");
    EXPECT_EQ(in_a_child([&] {
                  dog->speak_for_this_process();
                  one.start();
                  return wait_for_a_word(systemd) == "WATCHDOG=1" ? 0 : 1;
              }),
              0);
    EXPECT_EQ(systemd.receive(), "");
}

TEST_F(a_systemd_watchdog, can_be_moved) {
    const notify_socket systemd(path);
    systemd_watchdog first = started();
    first(true, start);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
    systemd_watchdog second = std::move(first);
    second(true, start);
    EXPECT_EQ(systemd.receive(), "") << "it knows when it has last spoken";
    systemd_watchdog third = started();
    third = std::move(second);
    third(true, start + 1s);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

} // namespace
} // namespace tollgate::liveness
