// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/systemd_watchdog.hpp>

#include <utility>

#include <unistd.h>

namespace tollgate::liveness {

systemd_watchdog::systemd_watchdog(std::string address, std::chrono::microseconds interval,
                                   int descriptor)
    : address_(std::move(address)),
      interval_(interval),
      process_(::getpid()),
      descriptor_(descriptor) {}

systemd_watchdog::systemd_watchdog(systemd_watchdog&& other) noexcept
    : address_(std::move(other.address_)),
      interval_(other.interval_),
      last_sent_(other.last_sent_),
      failures_(other.failures_),
      process_(other.process_),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

systemd_watchdog& systemd_watchdog::operator=(systemd_watchdog&& other) noexcept {
    std::swap(address_, other.address_);
    std::swap(interval_, other.interval_);
    std::swap(last_sent_, other.last_sent_);
    std::swap(failures_, other.failures_);
    std::swap(process_, other.process_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

systemd_watchdog::~systemd_watchdog() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

void systemd_watchdog::operator()(bool all_alive,
                                  std::chrono::steady_clock::time_point now) noexcept {
    using std::chrono::microseconds;
    if (!all_alive) {
        return;
    }
    // In microseconds, of which every interval has a number that fits.
    if (last_sent_ && std::chrono::duration_cast<microseconds>(now - *last_sent_) < interval_ / 2) {
        return;
    }
    if (::getpid() != process_) {
        return;
    }
    if (send()) {
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
