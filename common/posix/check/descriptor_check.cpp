// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/descriptor.hpp>

#include <gmock/gmock.h>

#include <array>
#include <csignal>
#include <thread>

#include <fcntl.h>

namespace tollgate::posix {
namespace {

/// More than fits into a pipe.
const std::string long_text(std::size_t{1} << 20, 'x');

TEST(a_pipe, takes_none_of_the_first_three_numbers_and_is_closed_on_exec) {
    const descriptor saved(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10));
    ::close(STDIN_FILENO);
    const pipe opened;
    ::dup2(saved.number(), STDIN_FILENO);
    for (const descriptor* end : {&opened.read, &opened.write}) {
        EXPECT_GT(end->number(), STDERR_FILENO);
        EXPECT_EQ(::fcntl(end->number(), F_GETFD), FD_CLOEXEC);
    }
}

TEST(write_all, waits_for_room_in_a_full_pipe_that_does_not_block) {
    pipe between;
    ::fcntl(between.write.number(), F_SETFL, O_NONBLOCK);
    std::string text;
    std::thread reader([&] { text = read_all(between.read.number()); });
    EXPECT_FALSE(write_all(between.write.number(), long_text));
    between.write.close();
    reader.join();
    EXPECT_EQ(text, long_text);
}

TEST(write_all, reports_a_reader_that_does_not_read_and_a_missing_reader) {
    ::signal(SIGPIPE, SIG_IGN);
    pipe between;
    ::fcntl(between.write.number(), F_SETFL, O_NONBLOCK);
    using std::chrono_literals::operator""ms;
    EXPECT_EQ(write_all(between.write.number(), long_text, 1ms), std::errc::timed_out);
    between.read.close();
    EXPECT_EQ(write_all(between.write.number(), long_text), std::errc::broken_pipe);
    ::signal(SIGPIPE, SIG_DFL);
}

TEST(read_all, reads_two_descriptors_in_any_order) {
    pipe first;
    pipe second;
    std::vector<std::string> texts;
    std::thread reader([&] { texts = read_all({first.read.number(), second.read.number()}); });
    EXPECT_FALSE(write_all(second.write.number(), long_text)); // more than fits
    second.write.close();
    EXPECT_FALSE(write_all(first.write.number(), long_text + "y"));
    first.write.close();
    reader.join();
    EXPECT_EQ(texts.at(0), long_text + "y");
    EXPECT_EQ(texts.at(1), long_text);
}

TEST(read_all, needs_little_stack) {
    pipe between;
    EXPECT_FALSE(write_all(between.write.number(), "text"));
    between.write.close();
    const auto read = [](void* pipe_read) -> void* {
        EXPECT_EQ(read_all(*static_cast<int*>(pipe_read)), "text");
        return nullptr;
    };
    int number = between.read.number();
    constexpr std::size_t small = std::size_t{64} * 1'024; // about as with `ulimit -s 80`
    pthread_attr_t options;
    ::pthread_attr_init(&options);
    ASSERT_EQ(::pthread_attr_setstacksize(&options, small), 0);
    pthread_t thread{};
    ASSERT_EQ(::pthread_create(&thread, &options, read, &number), 0);
    ::pthread_join(thread, nullptr);
    ::pthread_attr_destroy(&options);
}

/// Sends signals to a thread that mostly waits in a system call: they interrupt the call.
void disturb(std::thread& thread) {
    for (int i = 0; i < 4; ++i) {
        ::pthread_kill(thread.native_handle(), SIGUSR2);
        std::this_thread::yield();
    }
}

TEST(read_all_and_write_all, go_on_after_signals) {
    struct sigaction action {};
    action.sa_handler = [](int) {};
    ::sigaction(SIGUSR2, &action, nullptr);
    pipe from_writer;
    pipe to_reader;
    std::error_code error;
    std::string text;
    std::thread writer([&] {
        error = write_all(from_writer.write.number(), long_text);
        from_writer.write.close();
    });
    std::thread reader([&] { text = read_all(to_reader.read.number()); });
    std::array<char, 4'096> part{};
    ssize_t got = 0;
    while ((got = ::read(from_writer.read.number(), part.data(), part.size())) > 0) {
        disturb(writer);
        disturb(reader);
        EXPECT_EQ(::write(to_reader.write.number(), part.data(), static_cast<std::size_t>(got)),
                  got);
    }
    writer.join();
    to_reader.write.close();
    reader.join();
    ::signal(SIGUSR2, SIG_DFL);
    EXPECT_FALSE(error) << error.message();
    EXPECT_EQ(text, long_text);
}

} // namespace
} // namespace tollgate::posix
