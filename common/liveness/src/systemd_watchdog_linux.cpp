// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/systemd_watchdog.hpp>

#include <tollgate/posix/descriptor.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
}

[[noreturn]] void refuse(const char* name, std::string_view value, const char* reason) {
    throw std::invalid_argument(std::string(name) + "=" + std::string(value) + ": " + reason);
}

std::int64_t positive_number(const char* name, std::string_view value) {
    std::int64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [stopped_at, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc() || stopped_at != end || number <= 0) {
        refuse(name, value, "not a number above 0");
    }
    return number;
}

std::string kernel_address(const char* name, std::string_view value) {
    if (value.size() < 2 || (value.front() != '/' && value.front() != '@')) {
        refuse(name, value, "neither a path nor '@' and a name");
    }
    // A path needs one byte for the zero at its end.
    if (value.size() >= sizeof(sockaddr_un::sun_path)) {
        refuse(name, value, "too long for the address of a socket");
    }
    std::string address(value);
    std::replace(address.begin(), address.begin() + 1, '@', '\0');
    return address;
}

} // namespace

systemd_watchdog::systemd_watchdog(std::string address, std::chrono::microseconds interval)
    : address_(std::move(address)), interval_(interval), process_(::getpid()) {}

std::optional<systemd_watchdog> systemd_watchdog::from_environment() {
    static constexpr auto* pid_name = "WATCHDOG_PID";
    static constexpr auto* interval_name = "WATCHDOG_USEC";
    static constexpr auto* socket_name = "NOTIFY_SOCKET";
    const std::string_view pid = variable(pid_name);
    if (!pid.empty() && positive_number(pid_name, pid) != ::getpid()) {
        return std::nullopt;
    }
    const std::string_view interval = variable(interval_name);
    const std::string_view socket = variable(socket_name);
    const bool is_outside = socket.starts_with("vsock:") || socket.starts_with("vsock-");
    if (interval.empty() || socket.empty() || is_outside) {
        return std::nullopt;
    }
    const std::chrono::microseconds microseconds(positive_number(interval_name, interval));
    return systemd_watchdog(kernel_address(socket_name, socket), microseconds);
}

void systemd_watchdog::operator()(bool all_alive,
                                  std::chrono::steady_clock::time_point now) noexcept {
    using std::chrono::microseconds;
    // In microseconds: every interval fits.
    const bool is_due =
        !last_sent_ || std::chrono::duration_cast<microseconds>(now - *last_sent_) >= interval_ / 2;
    if (!all_alive || !is_due || ::getpid() != process_) {
        return;
    }
    const sleep::no_pthread_cancel guard;
    static constexpr std::string_view message = "WATCHDOG=1";
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    std::copy(address_.begin(), address_.end(), to.sun_path);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address_.size());
    // A socket for each message: the program may close all descriptors, and reuse their numbers.
    const posix::descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const ssize_t sent =
        ::sendto(socket.number(), message.data(), message.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                 reinterpret_cast<const sockaddr*>(&to), size);
    if (sent == static_cast<ssize_t>(message.size())) {
        last_sent_ = now;
    } else {
        ++failures_;
    }
}

void systemd_watchdog::speak_for_this_process() noexcept {
    process_ = ::getpid();
    last_sent_.reset();
}

} // namespace tollgate::liveness
