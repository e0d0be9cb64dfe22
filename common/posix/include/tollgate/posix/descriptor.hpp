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
/// - *Threads*: one thread at a time may use an object. Any thread may use the number of the
///   descriptor.
/// - *Lifetime*: the destructor closes the descriptor.
class descriptor {
public:
    descriptor() = default; ///< owns no descriptor
    /// Owns this descriptor. A negative number means no descriptor.
    explicit descriptor(int number) : number_(number) {}
    ~descriptor() { close(); }
    /// Takes the descriptor of `other`. Then `other` owns no descriptor.
    descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    /// Exchanges the descriptors of both objects.
    descriptor& operator=(descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    /// Returns the number of the descriptor, or a negative number if the object owns no descriptor.
    [[nodiscard]] int number() const { return number_; }
    /// Closes the descriptor, if the object owns one.
    void close() noexcept {
        if (number_ >= 0) {
            ::close(std::exchange(number_, -1));
        }
    }

private:
    int number_ = -1;
};

/// A pipe. Both ends are closed on exec.
///
///     namespace posix = tollgate::posix;
///     posix::pipe connection;
///     const std::error_code error = posix::write_all(connection.write.number(), "text");
///     connection.write.close();
///     const std::string text = posix::read_all(connection.read.number());
///
/// The ends never have the numbers 0, 1 and 2, even if the program has closed these descriptors. So
/// the program never uses an end of the pipe as its standard input, output or error.
///
/// - *Exceptions*: std::system_error if the system refuses the pipe.
struct pipe {
    pipe();           ///< opens the pipe
    descriptor read;  ///< the end to read from
    descriptor write; ///< the end to write to
};

/// Writes the whole text. The descriptor may be a full pipe, and may be blocking or non-blocking.
///
/// If you pass a timeout and the descriptor is non-blocking, the function returns
/// std::errc::timed_out if the descriptor accepts no data for this time. The program must ignore
/// SIGPIPE, so that the function returns std::errc::broken_pipe for a pipe without a reader.
///
/// - *Threads*: any.
/// - *Exceptions*: none.
[[nodiscard]] std::error_code
write_all(int descriptor, std::string_view text,
          std::optional<std::chrono::milliseconds> timeout = std::nullopt) noexcept;

/// Reads until the last writer has closed its end, and returns the text. Calls `tick` at the
/// beginning, and then about twice a second.
///
/// - *Threads*: any.
/// - *Exceptions*: std::system_error for a failed system call, and the exceptions of `tick`.
[[nodiscard]] std::string read_all(int descriptor, const std::function<void()>& tick = {});

/// Reads several descriptors at once, each one when data arrives. Returns one text for each
/// descriptor.
[[nodiscard]] std::vector<std::string> read_all(const std::vector<int>& descriptors,
                                                const std::function<void()>& tick = {});

} // namespace tollgate::posix
