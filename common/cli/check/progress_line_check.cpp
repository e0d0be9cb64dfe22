// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/progress_line.hpp>

#include <gmock/gmock.h>

#include <string>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

namespace tollgate::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string cleared = "\r\x1b[K";

/// A terminal of our own; what is drawn on it can be read.
class terminal {
public:
    terminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
        if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0) {
            throw std::runtime_error("posix_openpt");
        }
    }
    ~terminal() { ::close(master_); }
    terminal(const terminal&) = delete;
    terminal& operator=(const terminal&) = delete;

    [[nodiscard]] std::string name() const { return ::ptsname(master_); }

    /// What came since the last time. stderr must lead here: a mark behind it says when all of it
    /// has arrived, which may take a terminal a while.
    [[nodiscard]] std::string drawn() const {
        std::string all;
        if (::write(STDERR_FILENO, &mark, 1) != 1) {
            throw std::runtime_error("write to the terminal");
        }
        while (all.empty() || all.back() != mark) {
            char one = 0;
            if (::read(master_, &one, 1) != 1) {
                throw std::runtime_error("read from the terminal");
            }
            all += one;
        }
        all.pop_back();
        return all;
    }

private:
    static constexpr char mark = '\x04';

    int master_;
};

void expect_silence(bool wanted) {
    progress_line line(wanted);
    EXPECT_FALSE(line.due());
    line.show("round 1");
    line.clear();
}

TEST(progress_line, is_silent_where_stderr_is_no_terminal_or_when_it_is_not_wanted) {
    const auto seen = observe([] {
        expect_silence(true);
        return 0;
    });
    EXPECT_EQ(seen.err + seen.out, "");
    const terminal screen;
    const redirected err(STDERR_FILENO, screen.name());
    expect_silence(false);
    EXPECT_EQ(screen.drawn(), "");
}

TEST(progress_line, draws_over_itself_and_is_cleared_at_the_end) {
    const terminal screen;
    const redirected err(STDERR_FILENO, screen.name());
    {
        progress_line line(true);
        EXPECT_TRUE(line.due());
        line.show("round 1");
        line.show("round 2");
        EXPECT_EQ(screen.drawn(), "\rround 1\x1b[K\rround 2\x1b[K");
    }
    EXPECT_EQ(screen.drawn(), cleared);
}

TEST(progress_line, never_wraps) {
    const terminal screen;
    const redirected err(STDERR_FILENO, screen.name());
    progress_line line(true);
    line.show(std::string(500, 'x'));
    const std::string drawn = screen.drawn();
    EXPECT_THAT(drawn, HasSubstr(std::string(70, 'x')));
    EXPECT_THAT(drawn, Not(HasSubstr(std::string(80, 'x'))));
}

} // namespace
} // namespace tollgate::cli
