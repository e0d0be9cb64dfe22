// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tollgate::cli {

/// A pseudo terminal of this type and width, whose output can be read.
class pseudo_terminal {
public:
    explicit pseudo_terminal(const char* kind = "xterm", unsigned short columns = 0)
        : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
        winsize size{};
        size.ws_col = columns;
        if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0 ||
            ::ioctl(master_, TIOCSWINSZ, &size) != 0 || ::setenv("TERM", kind, 1) != 0) {
            throw std::runtime_error("posix_openpt");
        }
    }
    ~pseudo_terminal() { ::close(master_); }
    pseudo_terminal(const pseudo_terminal&) = delete;
    pseudo_terminal& operator=(const pseudo_terminal&) = delete;

    [[nodiscard]] std::string name() const { return ::ptsname(master_); }

    /// The text since the last call. stderr must be this terminal. A mark is written after the
    /// text, because a terminal may be slow: the text is complete when the mark arrives.
    [[nodiscard]] std::string drawn() const {
        std::string all;
        if (::write(STDERR_FILENO, &mark, 1) != 1) {
            throw std::runtime_error("write to the terminal");
        }
        while (all.empty() || all.back() != mark) {
            char letter = 0;
            if (::read(master_, &letter, 1) != 1) {
                throw std::runtime_error("read from the terminal");
            }
            all += letter;
        }
        all.pop_back();
        return all;
    }

private:
    static constexpr char mark = '\x04';

    int master_;
};

} // namespace tollgate::cli
