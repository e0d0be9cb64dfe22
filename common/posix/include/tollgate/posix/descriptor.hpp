// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tollgate::posix {

/// Owns a file descriptor, or none (-1), and closes it.
///
/// Threads: one at a time; the number itself may be used by any thread.
class descriptor {
public:
    descriptor() = default;
    explicit descriptor(int number) : number_(number) {}
    ~descriptor() { close(); }
    descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    descriptor& operator=(descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    [[nodiscard]] int number() const { return number_; }
    void close() noexcept {
        if (number_ >= 0) {
            ::close(std::exchange(number_, -1));
        }
    }

private:
    int number_ = -1;
};

/// A pipe. Its ends are closed on exec, and are none of the first three numbers: where one of those
/// was closed, an end would be taken for standard input, output or error.
///
/// Exceptions: std::system_error if the system refuses it.
struct pipe {
    pipe();
    descriptor read;
    descriptor write;
};

/// Writes the whole text, however full a pipe is, blocking or not. With `patience`, and where the
/// descriptor does not block, std::errc::timed_out if there was no room for so long. SIGPIPE should
/// be ignored: a reader that has gone is told by std::errc::broken_pipe.
///
/// Threads: any. Exceptions: none.
[[nodiscard]] std::error_code
write_all(int descriptor, std::string_view text,
          std::optional<std::chrono::milliseconds> patience = std::nullopt) noexcept;

/// Reads until the last writer has closed its end. Calls `tick` before, and then about twice a
/// second.
///
/// Threads: any. Exceptions: std::system_error if the system refuses, and those of `tick`.
[[nodiscard]] std::string read_all(int descriptor, const std::function<void()>& tick = {});

/// The same of several descriptors at once, whichever is written to.
[[nodiscard]] std::vector<std::string> read_all(const std::vector<int>& descriptors,
                                                const std::function<void()>& tick = {});

} // namespace tollgate::posix
