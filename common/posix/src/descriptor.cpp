// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/descriptor.hpp>

#include "child.hpp"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>

namespace tollgate::posix {

pipe::pipe() {
    int ends[2];
    if (open_pipe(ends) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    read = descriptor(ends[0]);
    write = descriptor(ends[1]);
    for (descriptor* end : {&read, &write}) {
        if (end->number() <= STDERR_FILENO) {
            *end = descriptor(::fcntl(end->number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
        }
        if (end->number() < 0) {
            throw std::system_error(errno, std::generic_category(), "fcntl of a pipe");
        }
    }
}

std::error_code write_all(int descriptor, std::string_view text,
                          std::optional<std::chrono::milliseconds> patience) noexcept {
    const int longest_ms = patience ? static_cast<int>(patience->count()) : -1;
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd room{descriptor, POLLOUT, 0};
            if (::poll(&room, 1, longest_ms) == 0) {
                return std::make_error_code(std::errc::timed_out);
            }
        } else if (errno != EINTR) {
            return {errno, std::generic_category()};
        }
    }
    return {};
}

std::string read_all(int descriptor, const std::function<void()>& tick) {
    constexpr int tick_ms = 500;
    std::string text;
    std::array<char, 1 << 16> buffer{};
    while (true) {
        if (tick) {
            tick();
        }
        pollfd waiting{descriptor, POLLIN, 0};
        if (::poll(&waiting, 1, tick_ms) <= 0) {
            continue;
        }
        const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
        if (got == 0) {
            return text;
        }
        if (got > 0) {
            text.append(buffer.data(), static_cast<std::size_t>(got));
        } else if (errno != EINTR && errno != EAGAIN) {
            throw std::system_error(errno, std::generic_category(),
                                    "read from descriptor " + std::to_string(descriptor));
        }
    }
}

} // namespace tollgate::posix
