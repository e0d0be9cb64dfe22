// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/descriptor.hpp>

#include "child.hpp"

#include <cerrno>

#include <fcntl.h>
#include <poll.h>

namespace tollgate::posix {
namespace {

[[noreturn]] void refuse_pipe(const char* call) {
    throw std::system_error(errno, std::generic_category(),
                            std::string("cannot open a pipe (") + call + "; see `ulimit -n`)");
}

} // namespace

pipe::pipe() {
    int ends[2];
    if (open_pipe(ends) != 0) {
        refuse_pipe("pipe");
    }
    read = descriptor(ends[0]);
    write = descriptor(ends[1]);
    for (descriptor* end : {&read, &write}) {
        if (end->number() <= STDERR_FILENO) {
            *end = descriptor(::fcntl(end->number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
        }
        if (end->number() < 0) {
            refuse_pipe("fcntl");
        }
    }
}

std::error_code write_all(int descriptor, std::string_view text,
                          std::optional<std::chrono::milliseconds> timeout) noexcept {
    const int longest_ms = timeout ? static_cast<int>(timeout->count()) : -1;
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd room{descriptor, POLLOUT, 0};
            const int ready = ::poll(&room, 1, longest_ms);
            if (ready == 0) {
                return std::make_error_code(std::errc::timed_out);
            }
            if (ready < 0 && errno != EINTR) {
                return {errno, std::generic_category()};
            }
        } else if (errno != EINTR) {
            return {errno, std::generic_category()};
        }
    }
    return {};
}

std::vector<std::string> read_all(const std::vector<int>& descriptors,
                                  const std::function<void()>& tick) {
    constexpr int tick_ms = 500;
    std::vector<std::string> texts(descriptors.size());
    std::vector<pollfd> waiting;
    waiting.reserve(descriptors.size());
    for (const int descriptor : descriptors) {
        waiting.push_back({descriptor, POLLIN, 0});
    }
    std::vector<char> buffer(1 << 16); // on the heap: a stack may be smaller
    for (std::size_t open = waiting.size(); open > 0;) {
        if (tick) {
            tick();
        }
        const int ready = ::poll(waiting.data(), static_cast<nfds_t>(waiting.size()), tick_ms);
        if (ready < 0 && errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "poll");
        }
        for (std::size_t i = 0; ready > 0 && i < waiting.size(); ++i) {
            if (waiting[i].revents == 0) {
                continue;
            }
            const ssize_t got = ::read(waiting[i].fd, buffer.data(), buffer.size());
            if (got > 0) {
                texts[i].append(buffer.data(), static_cast<std::size_t>(got));
            } else if (got == 0) {
                waiting[i].fd = -1; // poll ignores it from now on
                --open;
            } else if (errno != EINTR && errno != EAGAIN) {
                throw std::system_error(errno, std::generic_category(),
                                        "read from descriptor " + std::to_string(waiting[i].fd));
            }
        }
    }
    return texts;
}

std::string read_all(int descriptor, const std::function<void()>& tick) {
    return read_all(std::vector{descriptor}, tick).front();
}

} // namespace tollgate::posix
