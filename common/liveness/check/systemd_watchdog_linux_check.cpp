// SPDX-License-Identifier: BSL-1.0
//
// The environment of a service, its messages to systemd, and sockets that do not take them.
#include "forked.hpp"

#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/systemd_watchdog.hpp>
#include <tollgate/testing/cancelled_thread.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

/// The socket of systemd.
class notify_socket {
public:
    /// A path, or a name that begins with '@'.
    explicit notify_socket(std::string address) : address_(std::move(address)) {
        descriptor_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        sockaddr_un at{};
        at.sun_family = AF_UNIX;
        std::copy(address_.begin(), address_.end(), at.sun_path);
        if (address_.front() == '@') {
            at.sun_path[0] = '\0';
        }
        const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address_.size());
        EXPECT_EQ(::bind(descriptor_, reinterpret_cast<const sockaddr*>(&at), size), 0);
    }
    ~notify_socket() {
        ::close(descriptor_);
        ::unlink(address_.c_str());
    }
    notify_socket(const notify_socket&) = delete;
    notify_socket& operator=(const notify_socket&) = delete;

    /// The next datagram; empty if there is none.
    [[nodiscard]] std::string receive() const {
        std::array<char, 256> bytes{};
        const ssize_t count = ::recv(descriptor_, bytes.data(), bytes.size(), 0);
        return {bytes.data(), count < 0 ? 0 : static_cast<std::size_t>(count)};
    }

private:
    std::string address_;
    int descriptor_;
};

/// A service that was started with a watchdog; the check moves the clock.
class a_systemd_watchdog : public ::testing::Test {
protected:
    static void set(const char* name, const std::string& value) {
        ::setenv(name, value.c_str(), 1);
    }
    a_systemd_watchdog() {
        set("NOTIFY_SOCKET", path);
        set("WATCHDOG_USEC", "2000000");
        set("WATCHDOG_PID", std::to_string(::getpid()));
    }
    ~a_systemd_watchdog() override {
        for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}) {
            ::unsetenv(name);
        }
    }
    static systemd_watchdog started() { return systemd_watchdog::from_environment().value(); }

    const std::string path = "/tmp/tollgate_watchdog_check." + std::to_string(::getpid());
    const std::chrono::steady_clock::time_point start{std::chrono::hours(1)};
};

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

TEST_F(a_systemd_watchdog, is_silent_while_a_scope_is_frozen) {
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

TEST_F(a_systemd_watchdog, finds_an_abstract_name) {
    const std::string name = "@tollgate/watchdog_check/" + std::to_string(::getpid());
    set("NOTIFY_SOCKET", name);
    const notify_socket systemd(name);
    systemd_watchdog watchdog = started();
    watchdog(true);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

TEST_F(a_systemd_watchdog, counts_messages_without_a_receiver_and_tries_again) {
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

/// The kernel keeps few datagrams that were not received: their sender would have to wait.
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

/// Reuses all the closed numbers for the two ends of a stream.
bool speaks_beside_foreign_descriptors(std::optional<systemd_watchdog>& watchdog) {
    for (int each = STDERR_FILENO + 1; each < 256; ++each) {
        ::close(each);
    }
    std::array<std::array<int, 2>, 8> streams{};
    for (auto& ends : streams) {
        static_cast<void>(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()));
    }
    (*watchdog)(true);
    bool right = watchdog->failures() == 0;
    watchdog.reset();
    for (const auto& [here, there] : streams) {
        std::array<char, 16> all{};
        right = right && ::send(here, "own", 3, 0) == 3 && ::send(there, "own", 3, 0) == 3 &&
                ::recv(here, all.data(), all.size(), MSG_DONTWAIT) == 3 &&
                ::recv(there, all.data(), all.size(), MSG_DONTWAIT) == 3;
    }
    return right;
}

/// Like a daemon.
TEST_F(a_systemd_watchdog, speaks_after_all_descriptors_were_closed_and_leaves_new_ones_alone) {
    const notify_socket systemd(path);
    std::optional<systemd_watchdog> watchdog = started();
    EXPECT_EQ(in_a_child([&] {
                  watchdog->speak_for_this_process();
                  return speaks_beside_foreign_descriptors(watchdog) ? 0 : 1;
              }),
              0);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

TEST_F(a_systemd_watchdog, speaks_in_a_cancelled_thread) {
    const notify_socket systemd(path);
    systemd_watchdog watchdog = started();
    EXPECT_TRUE(testing::returns_though_cancelled([&] { watchdog(true); }));
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

/// Otherwise systemd would not notice that the parent hangs.
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

TEST_F(a_systemd_watchdog, speaks_in_a_child_that_replaces_its_parent) {
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
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1") << "the parent speaks as before";
    EXPECT_EQ(in_a_child([&] {
                  watchdog(true, start + 9s);
                  return 0;
              }),
              0);
    EXPECT_EQ(systemd.receive(), "");
}

/// Like docs/examples/service.
settings looked_after(const std::shared_ptr<systemd_watchdog>& dog) {
    settings options;
    options.on_heartbeat = [dog](const heartbeat& counts) {
        (*dog)(counts.all_alive(), counts.now);
    };
    return options;
}

std::string wait_for_a_word(const notify_socket& systemd) {
    std::string said;
    while ((said = systemd.receive()).empty()) {
        std::this_thread::yield();
    }
    return said;
}

/// The message of the parent would last for the next half hour.
TEST_F(a_systemd_watchdog, of_a_daemon_speaks_after_start_in_the_child) {
    set("WATCHDOG_USEC", "3600000000");
    const notify_socket systemd(path);
    const auto dog = std::make_shared<systemd_watchdog>(started());
    registry watcher(looked_after(dog));
    EXPECT_EQ(wait_for_a_word(systemd), "WATCHDOG=1");
    EXPECT_EQ(in_a_child([&] {
                  dog->speak_for_this_process();
                  watcher.start();
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
    EXPECT_EQ(systemd.receive(), "") << "it remembers its last message";
    systemd_watchdog third = started();
    third = std::move(second);
    third(true, start + 1s);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

class a_watchdogs_environment : public a_systemd_watchdog {};

void expect_refused(const char* name, const std::string& value) {
    ::setenv(name, value.c_str(), 1);
    try {
        static_cast<void>(systemd_watchdog::from_environment());
        ADD_FAILURE() << name << "=" << value << " was accepted";
    } catch (const std::invalid_argument& refused) {
        EXPECT_EQ(std::string(refused.what()).find(name + ("=" + value + ": ")), 0U)
            << refused.what();
    }
}

TEST_F(a_watchdogs_environment, gives_no_watchdog_unless_it_asks_for_one) {
    for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC"}) {
        const std::string before = std::getenv(name);
        ::unsetenv(name);
        EXPECT_FALSE(systemd_watchdog::from_environment()) << name;
        set(name, "");
        EXPECT_FALSE(systemd_watchdog::from_environment()) << name;
        set(name, before);
    }
    set("WATCHDOG_PID", std::to_string(::getppid()));
    EXPECT_FALSE(systemd_watchdog::from_environment()) << "it is for another process";
    ::unsetenv("WATCHDOG_PID");
    EXPECT_TRUE(systemd_watchdog::from_environment());
}

TEST_F(a_watchdogs_environment, refuses_invalid_intervals_processes_and_sockets) {
    for (const char* value : {"0", "-1", "1s", " 1", "+1", "0x10", "18446744073709551615"}) {
        expect_refused("WATCHDOG_USEC", value);
    }
    set("WATCHDOG_USEC", "2000000");
    for (const char* value : {"0", "-1", "self", "1 "}) {
        expect_refused("WATCHDOG_PID", value);
    }
    set("WATCHDOG_PID", std::to_string(::getpid()));
    for (const std::string& value :
         {std::string("run/notify"), std::string("vsock2:1234"), std::string("@"), std::string("/"),
          "/" + std::string(200, 'x'), "@" + std::string(200, 'x')}) {
        expect_refused("NOTIFY_SOCKET", value);
    }
}

TEST_F(a_watchdogs_environment, of_a_virtual_machine_gives_no_watchdog) {
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
