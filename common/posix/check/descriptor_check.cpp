// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/descriptor.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <csignal>
#include <thread>

#include <fcntl.h>

namespace tollgate::posix {
namespace {

/// More than a pipe holds.
const std::string long_text(std::size_t{1} << 20, 'x');

TEST(a_pipe, takes_none_of_the_first_three_numbers_and_is_closed_on_exec) {
    const descriptor saved(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10));
    ::close(STDIN_FILENO);
    const pipe made;
    ::dup2(saved.number(), STDIN_FILENO);
    for (const descriptor* end : {&made.read, &made.write}) {
        EXPECT_GT(end->number(), STDERR_FILENO);
        EXPECT_EQ(::fcntl(end->number(), F_GETFD), FD_CLOEXEC);
    }
}

TEST(write_all, goes_on_over_a_full_pipe_that_does_not_block) {
    pipe between;
    ::fcntl(between.write.number(), F_SETFL, O_NONBLOCK);
    std::string text;
    std::thread reader([&] { text = read_all(between.read.number()); });
    EXPECT_FALSE(write_all(between.write.number(), long_text));
    between.write.close();
    reader.join();
    EXPECT_EQ(text, long_text);
}

TEST(write_all, tells_a_reader_that_does_not_read_and_one_that_has_gone) {
    ::signal(SIGPIPE, SIG_IGN);
    pipe between;
    ::fcntl(between.write.number(), F_SETFL, O_NONBLOCK);
    using std::chrono_literals::operator""ms;
    EXPECT_EQ(write_all(between.write.number(), long_text, 1ms), std::errc::timed_out);
    between.read.close();
    EXPECT_EQ(write_all(between.write.number(), long_text), std::errc::broken_pipe);
    ::signal(SIGPIPE, SIG_DFL);
}

std::atomic<int> handled{0};

/// Both wait in a system call, and the writer in one that no handler restarts.
TEST(read_all_and_write_all, go_on_after_a_signal) {
    struct sigaction action {};
    action.sa_handler = [](int) { ++handled; };
    ::sigaction(SIGUSR2, &action, nullptr);
    pipe between;
    std::error_code error;
    std::atomic<bool> has_written{false};
    std::thread writer([&] {
        error = write_all(between.write.number(), long_text);
        has_written = true;
    });
    std::string text;
    std::atomic<bool> drains{false};
    std::thread reader([&] {
        while (!drains) {
            std::this_thread::yield();
        }
        text = read_all(between.read.number());
    });
    constexpr int times = 200;
    for (std::thread* one : {&writer, &reader}) {
        for (int i = 0; i < times; ++i) {
            const int before = handled;
            ::pthread_kill(one->native_handle(), SIGUSR2);
            while (handled == before && !has_written) {
                std::this_thread::yield();
            }
        }
        drains = one == &writer;
    }
    writer.join();
    between.write.close();
    reader.join();
    ::signal(SIGUSR2, SIG_DFL);
    EXPECT_FALSE(error) << error.message();
    EXPECT_EQ(text, long_text);
}

} // namespace
} // namespace tollgate::posix
