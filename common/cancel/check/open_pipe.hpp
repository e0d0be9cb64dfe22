// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cerrno>
#include <system_error>

#include <unistd.h>

namespace tollgate::cancel {

/// A pipe: its reading end becomes ready when its writing end is written to.
class open_pipe {
public:
    open_pipe() {
        if (::pipe(ends_.data()) != 0) {
            throw std::system_error(errno, std::generic_category(), "pipe");
        }
    }
    ~open_pipe() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    open_pipe(const open_pipe&) = delete;
    open_pipe& operator=(const open_pipe&) = delete;

    [[nodiscard]] int reading() const noexcept { return ends_[0]; }
    void write() const { must_be_one(::write(ends_[1], "x", 1)); }
    void read() const {
        char byte = 0;
        must_be_one(::read(ends_[0], &byte, 1));
    }

private:
    static void must_be_one(ssize_t count) {
        if (count != 1) {
            throw std::system_error(errno, std::generic_category(), "pipe");
        }
    }

    std::array<int, 2> ends_{};
};

} // namespace tollgate::cancel
