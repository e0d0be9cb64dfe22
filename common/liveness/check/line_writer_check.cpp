// SPDX-License-Identifier: BSL-1.0
//
// Descriptors that are full, slow, closed or invalid.
#include "two_ends.hpp"

#include <tollgate/liveness/text_sink.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>

#include <pthread.h>
#include <sys/resource.h>

namespace tollgate::liveness::detail {
namespace {

std::string counted(std::uint64_t count) {
    return "<" + std::to_string(count) + ">\n";
}

constexpr std::size_t piece = PIPE_BUF;
/// A short time budget for a check that uses it up.
constexpr std::chrono::milliseconds briefly{20};

std::string long_line(std::size_t size) {
    return std::string(size - 1, 'x') + '\n';
}

TEST(a_line_writer, writes_more_than_fits_while_a_reader_reads) {
    const two_ends pipe;
    const std::string text = long_line(300'000);
    std::atomic<bool> over{false};
    std::string all;
    std::thread reader([&] {
        while (!over.load()) {
            all += pipe.read();
            std::this_thread::yield();
        }
        all += pipe.read();
    });
    line_writer writer(pipe.writing(), counted);
    // The reader might be delayed for longer than the time budget.
    int tries = 0;
    do {
        writer.write(text);
        ++tries;
    } while (writer.not_written() == static_cast<std::uint64_t>(tries) && tries < 20);
    over.store(true);
    reader.join();
    ASSERT_LT(writer.not_written(), static_cast<std::uint64_t>(tries));
    EXPECT_EQ(all.substr(all.size() - text.size()), text);
}

TEST(a_line_writer, gives_up_on_a_full_pipe_and_reports_it_later) {
    for (const bool blocking : {true, false}) {
        const two_ends pipe;
        if (!blocking) {
            pipe.make_writing_nonblocking();
        }
        const std::size_t filled = pipe.fill();
        line_writer writer(pipe.writing(), counted, briefly);
        writer.write("one\n");
        writer.write("two\n");
        EXPECT_EQ(writer.not_written(), 2U);
        EXPECT_EQ(pipe.read(), std::string(filled, '.'));
        writer.write("three\n");
        writer.write("four\n");
        EXPECT_EQ(pipe.read(), "<2>\nthree\nfour\n");
        EXPECT_EQ(writer.not_written(), 2U);
    }
}

/// The second text would take an hour.
TEST(a_line_writer, waits_for_nothing_while_there_is_no_room_after_it_has_given_up) {
    const two_ends full;
    const std::size_t filled = full.fill();
    two_ends pipe;
    pipe.close_reading();
    line_writer writer(pipe.writing(), counted, std::chrono::hours(1));
    writer.write("one\n");
    EXPECT_EQ(writer.not_written(), 1U);
    ASSERT_EQ(::dup2(full.writing(), pipe.writing()), pipe.writing());
    writer.write("two\n");
    writer.write("three\n");
    EXPECT_EQ(writer.not_written(), 3U);
    EXPECT_EQ(full.read(), std::string(filled, '.'));
    writer.write("four\n");
    EXPECT_EQ(full.read(), "<3>\nfour\n");
}

/// 16,384 pieces in a millisecond: no machine is that fast.
TEST(a_line_writer, gives_up_even_if_there_is_always_room) {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ASSERT_GE(nowhere, 0);
    line_writer writer(nowhere, counted, std::chrono::milliseconds(1));
    writer.write(long_line(std::size_t{64} << 20U));
    EXPECT_EQ(writer.not_written(), 1U);
    ::close(nowhere);
}

TEST(a_line_writer, begins_a_new_line_after_a_line_cut_short) {
    const two_ends pipe;
    const std::size_t filled = pipe.fill();
    ASSERT_EQ(pipe.read(2 * piece).size(), 2 * piece);
    line_writer writer(pipe.writing(), counted, briefly);
    writer.write(long_line(5 * piece));
    EXPECT_EQ(writer.not_written(), 1U);
    const std::string cut = pipe.read();
    EXPECT_EQ(cut, std::string(filled - 2 * piece, '.') + std::string(2 * piece, 'x'));
    writer.write("next\n");
    EXPECT_EQ(pipe.read(), "\n<1>\nnext\n");
}

TEST(a_line_writer, begins_no_new_line_after_a_text_cut_at_the_end_of_a_line) {
    const two_ends pipe;
    const std::size_t filled = pipe.fill();
    ASSERT_EQ(pipe.read(piece).size(), piece);
    line_writer writer(pipe.writing(), counted, briefly);
    writer.write(long_line(piece) + "second\n");
    EXPECT_EQ(writer.not_written(), 1U);
    EXPECT_EQ(pipe.read(), std::string(filled - piece, '.') + long_line(piece));
    writer.write("next\n");
    EXPECT_EQ(pipe.read(), "<1>\nnext\n");
}

TEST(a_line_writer, counts_texts_without_a_reader_and_survives) {
    two_ends pipe;
    pipe.close_reading();
    line_writer writer(pipe.writing(), counted);
    writer.write("one\n");
    writer.write("two\n");
    EXPECT_EQ(writer.not_written(), 2U);
    sigset_t pending;
    sigset_t mask;
    ::sigpending(&pending);
    ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    EXPECT_EQ(::sigismember(&pending, SIGPIPE), 0);
    EXPECT_EQ(::sigismember(&mask, SIGPIPE), 0) << "the mask is unchanged";
}

TEST(a_line_writer, counts_texts_above_the_file_size_limit_and_survives) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{4, before.rlim_max};
    std::FILE* const file = std::tmpfile();
    line_writer writer(::fileno(file), counted);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    writer.write("one\n");
    writer.write("two\n");
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(writer.not_written(), 1U);
    sigset_t pending;
    ::sigpending(&pending);
    EXPECT_EQ(::sigismember(&pending, SIGXFSZ), 0);
    std::fclose(file);
}

TEST(a_line_writer, leaves_a_sigpipe_that_was_pending_before) {
    two_ends pipe;
    pipe.close_reading();
    sigset_t only;
    ::sigemptyset(&only);
    ::sigaddset(&only, SIGPIPE);
    sigset_t before;
    ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &only, &before), 0);
    ASSERT_EQ(::pthread_kill(::pthread_self(), SIGPIPE), 0);
    line_writer(pipe.writing(), counted).write("one\n");
    sigset_t pending;
    ::sigpending(&pending);
    EXPECT_EQ(::sigismember(&pending, SIGPIPE), 1);
    int taken = 0;
    ::sigwait(&only, &taken);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(a_line_writer, counts_texts_without_a_descriptor_or_without_space) {
    two_ends pipe;
    const int closed = pipe.writing();
    pipe.close_writing();
    for (const int descriptor : {closed, -1}) {
        line_writer writer(descriptor, counted);
        writer.write("one\n");
        EXPECT_EQ(writer.not_written(), 1U);
    }
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    if (full < 0) {
        GTEST_SKIP() << "no /dev/full";
    }
    line_writer writer(full, counted);
    writer.write("one\n");
    EXPECT_EQ(writer.not_written(), 1U);
    ::close(full);
}

} // namespace
} // namespace tollgate::liveness::detail
