// SPDX-License-Identifier: BSL-1.0
#include <tollgate/run/interleaving.hpp>

#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tollgate::run {

interleaving::interleaving(int go_on, int waits_again) : go_on_(go_on), waits_again_(waits_again) {
    for (const int descriptor : {go_on, waits_again}) {
        if (::fcntl(descriptor, F_GETFD) < 0) {
            throw usage_error(fmt::format("--turns: descriptor {} is not open", descriptor));
        }
    }
}

bool interleaving::wait(const std::function<bool()>& tick) {
    constexpr int tick_ms = 500;
    if (goes_) {
        goes_ = false;
        [[maybe_unused]] const ssize_t written = ::write(waits_again_, ".", 1);
    }
    const auto begun = std::chrono::steady_clock::now();
    while (!goes_ && tick()) {
        pollfd waiting{go_on_, POLLIN, 0};
        if (::poll(&waiting, 1, tick_ms) > 0) {
            char byte = 0;
            if (::read(go_on_, &byte, 1) != 1) {
                break;
            }
            goes_ = true;
        }
    }
    waited_ += std::chrono::steady_clock::now() - begun;
    return goes_;
}

} // namespace tollgate::run
