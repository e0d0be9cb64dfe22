// SPDX-License-Identifier: BSL-1.0
#include "turns.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/number.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tollgate::cli {
namespace {

constexpr int tick_ms = 500;

int descriptor(const std::string& text) {
    constexpr whole_range allowed{3, 1'000'000};
    const auto number = static_cast<int>(parse_whole("--turns", text, allowed));
    if (::fcntl(number, F_GETFD) < 0) {
        throw usage_error(fmt::format("--turns: descriptor {} is not open", number));
    }
    ::fcntl(number, F_SETFD, FD_CLOEXEC); // the processes that do the passes have no use for it
    return number;
}

} // namespace

turns::turns(const std::string& descriptors) {
    const std::size_t comma = descriptors.find(',');
    if (comma == std::string::npos) {
        throw usage_error(
            fmt::format("--turns: '{}' are not two descriptors, like 5,6", descriptors));
    }
    in_ = descriptor(descriptors.substr(0, comma));
    out_ = descriptor(descriptors.substr(comma + 1));
}

bool turns::next(const std::function<bool()>& tick) {
    if (in_ < 0) {
        return true;
    }
    if (has_turn_) {
        has_turn_ = false;
        [[maybe_unused]] const ssize_t written = ::write(out_, ".", 1);
    }
    const auto begun = std::chrono::steady_clock::now();
    while (!has_turn_) {
        if (!tick()) {
            break;
        }
        pollfd waiting{in_, POLLIN, 0};
        if (::poll(&waiting, 1, tick_ms) > 0) {
            char byte = 0;
            if (::read(in_, &byte, 1) != 1) {
                break;
            }
            has_turn_ = true;
        }
    }
    waited_ += std::chrono::steady_clock::now() - begun;
    return has_turn_;
}

} // namespace tollgate::cli
