// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/systemd_watchdog.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace tollgate::liveness {

/// What systemd receives from.
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

/// A service that was started with a watchdog; the clock is moved by hand.
class watched_service : public testing::Test {
protected:
    static void set(const char* name, const std::string& value) {
        ::setenv(name, value.c_str(), 1);
    }
    watched_service() {
        set("NOTIFY_SOCKET", path);
        set("WATCHDOG_USEC", "2000000");
        set("WATCHDOG_PID", std::to_string(::getpid()));
    }
    ~watched_service() override {
        for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}) {
            ::unsetenv(name);
        }
    }
    static systemd_watchdog started() { return systemd_watchdog::from_environment().value(); }

    const std::string path = "/tmp/tollgate_watchdog_check." + std::to_string(::getpid());
    const std::chrono::steady_clock::time_point start{std::chrono::hours(1)};
};

} // namespace tollgate::liveness
