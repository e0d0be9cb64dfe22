// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::liveness {

/// A pipe whose reading never waits.
class two_ends {
public:
    two_ends() {
        if (::pipe(ends_.data()) != 0) {
            throw std::system_error(errno, std::generic_category(), "pipe");
        }
        set_nonblocking(ends_[0]);
    }
    ~two_ends() {
        close_reading();
        close_writing();
    }
    two_ends(const two_ends&) = delete;
    two_ends& operator=(const two_ends&) = delete;

    [[nodiscard]] int reading() const { return ends_[0]; }
    [[nodiscard]] int writing() const { return ends_[1]; }
    void make_writing_nonblocking() const { set_nonblocking(ends_[1]); }
    void close_reading() { close(ends_[0]); }
    void close_writing() { close(ends_[1]); }

    /// Reads all that is there now.
    [[nodiscard]] std::string read() const { return read(std::string::npos); }
    /// Reads at most this number of bytes.
    [[nodiscard]] std::string read(std::size_t most) const {
        std::string all;
        std::array<char, 4096> buffer{};
        while (all.size() < most) {
            const std::size_t wanted = std::min(buffer.size(), most - all.size());
            const ssize_t count = ::read(ends_[0], buffer.data(), wanted);
            if (count <= 0) {
                break;
            }
            all.append(buffer.data(), static_cast<std::size_t>(count));
        }
        return all;
    }

    /// Writes until the pipe is full. Returns the number of bytes.
    std::size_t fill() const {
        const int flags = ::fcntl(ends_[1], F_GETFL);
        set_nonblocking(ends_[1]);
        std::size_t filled = 0;
        for (const std::size_t size : {std::size_t{4096}, std::size_t{1}}) {
            const std::string bytes(size, '.');
            for (ssize_t count = 0; (count = ::write(ends_[1], bytes.data(), size)) > 0;) {
                filled += static_cast<std::size_t>(count);
            }
        }
        ::fcntl(ends_[1], F_SETFL, flags);
        return filled;
    }

private:
    static void close(int& end) {
        if (const int descriptor = std::exchange(end, -1); descriptor >= 0) {
            ::close(descriptor);
        }
    }
    static void set_nonblocking(int end) {
        ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK);
    }

    std::array<int, 2> ends_{};
};

} // namespace tollgate::liveness
