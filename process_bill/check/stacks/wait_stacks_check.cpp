// SPDX-License-Identifier: BSL-1.0
#include "stacks/wait_stacks.hpp"

#include "stacks/stack_samples.hpp"
#include "system_calls.hpp"

#include <tollgate/posix/process.hpp>
#include <tollgate/testing/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using frames = std::vector<std::string>;

/// A running blocked_program.
class blocked_program {
public:
    blocked_program(const std::string& program, const std::string& wait)
        : child_({program, {program, wait}, {}, {-1, output_.write.number(), 2}}) {
        output_.write.close();
        std::string number;
        char letter = 0;
        while (::read(output_.read.number(), &letter, 1) == 1 && letter != '\n') {
            number += letter;
        }
        thread_ = std::stoi(number);
    }
    [[nodiscard]] pid_t process() const { return child_.id(); }
    [[nodiscard]] pid_t thread() const { return thread_; }

    /// Reads again and again until the thread waits in this system call.
    blocked_call read(stack_reader& reader, long system_call) const {
        for (;;) {
            const std::optional<blocked_call> call = reader.read(process(), thread());
            if (call && call->system_call == system_call) {
                return *call;
            }
        }
    }

private:
    posix::pipe output_;
    posix::process child_;
    pid_t thread_ = 0;
};

/// The frames of the program itself that wait.
frames own_frames(const blocked_call& call, std::size_t count) {
    const auto begin = call.frames.begin() + static_cast<std::ptrdiff_t>(call.own_frame);
    const auto left = static_cast<std::size_t>(call.frames.end() - begin);
    return {begin, begin + static_cast<std::ptrdiff_t>(std::min(count, left))};
}

void expect_functions(const std::string& program) {
    stack_reader reader;
    const auto functions = [&](const std::string& wait, long system_call, std::size_t count) {
        return own_frames(blocked_program(program, wait).read(reader, system_call), count);
    };
    EXPECT_THAT(
        functions("condvar", SYS_futex, 3),
        ElementsAre("planted::in_condvar()", "planted::second(char)", "planted::first(void*)"));
    EXPECT_THAT(
        functions("usleep", SYS_clock_nanosleep, 3),
        ElementsAre("planted::in_usleep()", "planted::second(char)", "planted::first(void*)"));
    EXPECT_THAT(
        functions("pipe", SYS_read, 3),
        ElementsAre("planted::in_pipe()", "planted::second(char)", "planted::first(void*)"));
    EXPECT_THAT(functions("large", SYS_read, 4),
                ElementsAre("planted::in_pipe()", "planted::in_large()", "planted::second(char)",
                            "planted::first(void*)"));
    EXPECT_THAT(reader.refused(), Eq(std::nullopt));
}

TEST(a_stack, names_the_functions_of_an_optimized_program) {
    expect_functions(OPTIMIZED_PROGRAM);
}

TEST(a_stack, names_the_functions_of_a_program_whose_frames_need_the_frame_pointer) {
    expect_functions(UNOPTIMIZED_PROGRAM);
}

// The frame pointer is not known, and the call instruction does not tell which function it calls.
TEST(a_stack, has_a_question_mark_at_a_guessed_function) {
    stack_reader reader;
    const blocked_program program(UNOPTIMIZED_PROGRAM, "indirect");
    EXPECT_THAT(
        own_frames(program.read(reader, SYS_read), 3),
        ElementsAre("planted::in_pipe()", "?planted::second(char)", "planted::first(void*)"));
}

TEST(a_stack, without_symbols_has_addresses_in_the_file) {
    stack_reader reader;
    const blocked_call call = blocked_program(STRIPPED_PROGRAM, "condvar").read(reader, SYS_futex);
    for (const std::string& frame : own_frames(call, 3)) {
        EXPECT_THAT(frame, HasSubstr("program_stripped+0x"));
    }
    EXPECT_LT(call.own_frame, call.frames.size());
}

TEST(a_stack, is_the_same_when_it_is_read_again) {
    stack_reader reader;
    const blocked_program program(OPTIMIZED_PROGRAM, "large");
    const blocked_call before = program.read(reader, SYS_read);
    const blocked_call after = program.read(reader, SYS_read);
    EXPECT_EQ(after.frames, before.frames);
    EXPECT_EQ(after.own_frame, before.own_frame);
    EXPECT_EQ(after.arguments, before.arguments);
}

TEST(a_stack, is_readable_if_the_file_of_the_program_was_deleted) {
    const testing::temporary_folder folder;
    const std::filesystem::path copy = folder / "copy";
    std::filesystem::copy_file(OPTIMIZED_PROGRAM, copy);
    const blocked_program program(copy, "condvar");
    std::filesystem::remove(copy);
    stack_reader reader;
    EXPECT_THAT(own_frames(program.read(reader, SYS_futex), 1),
                ElementsAre("planted::in_condvar()"));
}

TEST(reading, gives_nothing_for_a_thread_that_runs) {
    const blocked_program program(OPTIMIZED_PROGRAM, "spin");
    stack_reader reader;
    // The thread may still be in the system call that wrote its number.
    std::optional<blocked_call> call;
    do {
        call = reader.read(program.process(), program.thread());
    } while (call);
    EXPECT_EQ(reader.refused(), std::nullopt);
}

TEST(reading, gives_nothing_for_a_process_that_has_ended) {
    stack_reader reader;
    pid_t process = 0;
    pid_t thread = 0;
    {
        const blocked_program program(OPTIMIZED_PROGRAM, "condvar");
        process = program.process();
        thread = program.thread();
        (void)program.read(reader, SYS_futex);
    }
    EXPECT_FALSE(reader.read(process, thread));
    EXPECT_FALSE(reader.read(process, thread)); // neither when the reader does not know it
    EXPECT_EQ(reader.refused(), std::nullopt);
}

TEST(stack_samples, begin_with_the_function_by_which_the_program_waits) {
    const blocked_program program(OPTIMIZED_PROGRAM, "condvar");
    stack_reader reader;
    const blocked_call call = program.read(reader, SYS_futex);
    stack_samples samples;
    for (int i = 0; i < 3; ++i) {
        samples.sample(program.process(), program.thread());
    }
    observation seen;
    samples.append_to(seen);
    ASSERT_EQ(seen.stacks.size(), 1U);
    const wait_stack& stack = seen.stacks[0];
    EXPECT_EQ(stack.seen, 3U);
    EXPECT_EQ(stack.process, program.process());
    EXPECT_EQ(stack.thread, program.thread());
    EXPECT_EQ(stack.system_call, SYS_futex);
    EXPECT_EQ(stack.address, place_of_call(SYS_futex, call.arguments[0]));
    ASSERT_GE(stack.frames.size(), 4U);
    EXPECT_THAT(stack.frames[0], HasSubstr("pthread_cond_wait"));
    EXPECT_THAT(
        frames(stack.frames.begin() + 1, stack.frames.begin() + 4),
        ElementsAre("planted::in_condvar()", "planted::second(char)", "planted::first(void*)"));
    EXPECT_THAT(seen.remarks, IsEmpty());
}

} // namespace
} // namespace tollgate::bill
