// SPDX-License-Identifier: BSL-1.0
//
// What a watchdog is told by its environment.
#include "watched_service_linux.hpp"

#include <tollgate/liveness/systemd_watchdog.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include <unistd.h>

namespace tollgate::liveness {
namespace {

class a_watchdogs_environment : public watched_service {};

void expect_refused(const char* name, const std::string& value) {
    ::setenv(name, value.c_str(), 1);
    try {
        static_cast<void>(systemd_watchdog::from_environment());
        ADD_FAILURE() << name << "=" << value << " was taken";
    } catch (const std::invalid_argument& refused) {
        EXPECT_EQ(std::string(refused.what()).find(name + ("=" + value + ": ")), 0U)
            << refused.what();
    }
}

TEST_F(a_watchdogs_environment, is_not_there_unless_it_is_asked_for) {
    for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC"}) {
        const std::string before = std::getenv(name);
        ::unsetenv(name);
        EXPECT_FALSE(systemd_watchdog::from_environment()) << name;
        set(name, "");
        EXPECT_FALSE(systemd_watchdog::from_environment()) << name;
        set(name, before);
    }
    set("WATCHDOG_PID", std::to_string(::getppid()));
    EXPECT_FALSE(systemd_watchdog::from_environment()) << "it is meant for another process";
    ::unsetenv("WATCHDOG_PID");
    EXPECT_TRUE(systemd_watchdog::from_environment());
}

TEST_F(a_watchdogs_environment, refuses_an_interval_that_is_none) {
    for (const char* value : {"0", "-1", "1s", " 1", "+1", "0x10", "18446744073709551615"}) {
        expect_refused("WATCHDOG_USEC", value);
    }
}

TEST_F(a_watchdogs_environment, refuses_a_process_that_is_none) {
    for (const char* value : {"0", "-1", "self", "1 "}) {
        expect_refused("WATCHDOG_PID", value);
    }
}

TEST_F(a_watchdogs_environment, refuses_a_socket_that_is_none) {
    for (const std::string& value :
         {std::string("run/notify"), std::string("vsock2:1234"), std::string("@"), std::string("/"),
          "/" + std::string(200, 'x'), "@" + std::string(200, 'x')}) {
        expect_refused("NOTIFY_SOCKET", value);
    }
}

TEST_F(a_watchdogs_environment, is_not_that_of_a_virtual_machine) {
    for (const char* value : {"vsock:2:1234", "vsock-stream:2:1234", "vsock-dgram:2:1234"}) {
        set("NOTIFY_SOCKET", value);
        EXPECT_FALSE(systemd_watchdog::from_environment()) << value;
    }
}

TEST_F(a_watchdogs_environment, takes_the_longest_interval_and_the_longest_address) {
    set("WATCHDOG_USEC", "9223372036854775807");
    const notify_socket systemd(path);
    systemd_watchdog watchdog = started();
    watchdog(true, start);
    watchdog(true, std::chrono::steady_clock::time_point::max());
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
    EXPECT_EQ(systemd.receive(), "");

    const std::string longest = path + std::string(107 - path.size(), 'x');
    set("NOTIFY_SOCKET", longest);
    const notify_socket far(longest);
    started()(true, start);
    EXPECT_EQ(far.receive(), "WATCHDOG=1");
}

} // namespace
} // namespace tollgate::liveness
