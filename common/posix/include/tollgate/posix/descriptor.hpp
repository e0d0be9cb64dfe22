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

/// Owns a file descriptor and closes it.
///
///     const tollgate::posix::descriptor copy(::dup(STDERR_FILENO));
///     (void)!::write(copy.number(), "copied\n", 7);
///
/// - *Threads*: one at a time; any thread may use the number itself.
/// - *Lifetime*: the destructor closes the descriptor.
class descriptor {
public:
    descriptor() = default; ///< owns none
    /// Owns this descriptor; a negative number means none.
    explicit descriptor(int number) : number_(number) {}
    ~descriptor() { close(); }
    /// Takes the descriptor; the other object then owns none.
    descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    /// Exchanges the descriptors.
    descriptor& operator=(descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    /// Negative if it owns none.
    [[nodiscard]] int number() const { return number_; }
    /// Closes the descriptor, if it owns one.
    void close() noexcept {
        if (number_ >= 0) {
            ::close(std::exchange(number_, -1));
        }
    }

private:
    int number_ = -1;
};

/// A pipe, whose ends are closed on exec.
///
///     namespace posix = tollgate::posix;
///     posix::pipe connection;
///     const std::error_code error = posix::write_all(connection.write.number(), "text");
///     connection.write.close();
///     const std::string text = posix::read_all(connection.read.number());
///
/// Its ends are never the descriptors 0, 1 and 2. If one of these was closed, the program would
/// take an end of the pipe for its standard input, output or error.
///
/// - *Exceptions*: std::system_error if the system refuses the pipe.
struct pipe {
    pipe();           ///< opens the pipe
    descriptor read;  ///< the end to read from
    descriptor write; ///< the end to write to
};

/// Writes the whole text, also to a full pipe, blocking or not.
///
/// With a timeout and a descriptor that does not block, it returns std::errc::timed_out if there
/// was no room for that time. Ignore SIGPIPE: then std::errc::broken_pipe reports a pipe without a
/// reader.
///
/// - *Threads*: any.
/// - *Exceptions*: none.
[[nodiscard]] std::error_code
write_all(int descriptor, std::string_view text,
          std::optional<std::chrono::milliseconds> timeout = std::nullopt) noexcept;

/// Reads until the last writer has closed its end. Calls `tick` first, and then about twice a
/// second.
///
/// - *Threads*: any.
/// - *Exceptions*: std::system_error for a failed system call, and the exceptions of `tick`.
[[nodiscard]] std::string read_all(int descriptor, const std::function<void()>& tick = {});

/// Reads several descriptors at once, in the order in which they are written to.
[[nodiscard]] std::vector<std::string> read_all(const std::vector<int>& descriptors,
                                                const std::function<void()>& tick = {});

} // namespace tollgate::posix
