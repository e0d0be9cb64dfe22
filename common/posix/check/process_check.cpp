// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/process.hpp>

#include <gmock/gmock.h>

#include <csignal>
#include <exception>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>

namespace tollgate::posix {
namespace {

command shell(const std::string& script, std::vector<int> descriptors = {0, 1, 2}) {
    return {"/bin/sh", {"sh", "-c", script}, {}, std::move(descriptors)};
}
command guarded_shell(const std::string& script, const pipe& output) {
    command program =
        shell(script, {0, output.write.number()}); // a process that is left over keeps no log open
    program.guarded = true;
    return program;
}

/// The next line, or an empty text when all writers have closed the pipe. After ten seconds of
/// silence it returns a text that says so.
std::string line_from(const pipe& output) {
    std::string line;
    char letter = 0;
    constexpr int timeout_ms = 10'000;
    while (true) {
        pollfd waiting{output.read.number(), POLLIN, 0};
        if (::poll(&waiting, 1, timeout_ms) <= 0) {
            return "no process closes the pipe";
        }
        if (::read(output.read.number(), &letter, 1) != 1 || letter == '\n') {
            return line;
        }
        line += letter;
    }
}

TEST(a_process, ends_with_its_status) {
    EXPECT_EQ(process(shell("exit 0")).wait().as_in_shell(), 0);
    EXPECT_EQ(process(shell("exit 7")).wait().code, 7);
    const exit_status killed = process(shell("kill -KILL $$")).wait();
    EXPECT_EQ(killed.signal, SIGKILL);
    EXPECT_EQ(killed.as_in_shell(), 128 + SIGKILL);
}

TEST(a_process, of_a_missing_program_ends_as_in_a_shell) {
    pipe errors;
    command program = shell("exit 0", {0, 1, errors.write.number()});
    program.file = "/no/such/program";
    process child(program);
    errors.write.close();
    EXPECT_EQ(read_all(errors.read.number()),
              "cannot start /no/such/program: No such file or directory\n");
    EXPECT_EQ(child.wait().code, 127);
}

TEST(this_program, has_its_path) {
    EXPECT_EQ(this_program().filename(), "posix_check");
    EXPECT_TRUE(this_program().is_absolute());
    EXPECT_THAT(paths_to_this_program(), ::testing::Contains(this_program()));
}

TEST(a_process, has_the_descriptors_and_variables_that_it_was_given) {
    pipe input;
    pipe output;
    command program =
        shell("read word <&3; echo $word $MOOD; echo here >&1; [ ! -e /proc/self/fd/0 ]",
              {-1, output.write.number(), output.write.number(), input.read.number()});
    program.variables = {"MOOD=good"};
    process child(program);
    output.write.close();
    ASSERT_FALSE(write_all(input.write.number(), "given\n"));
    EXPECT_EQ(read_all(output.read.number()), "given good\nhere\n");
    EXPECT_EQ(child.wait().code, 0);
}

TEST(a_process, has_no_other_descriptor) {
    constexpr int high = 1'500;
    rlimit most{};
    ::getrlimit(RLIMIT_NOFILE, &most);
    const rlimit before = most;
    most.rlim_cur = std::max<rlim_t>(most.rlim_cur, std::min<rlim_t>(high + 100, most.rlim_max));
    ::setrlimit(RLIMIT_NOFILE, &most);
    pipe watched;
    const int number = ::fcntl(watched.write.number(), F_DUPFD, high);
    if (number < 0) {
        GTEST_SKIP() << "skipped a descriptor above 1,024: `ulimit -n` allows none";
    }
    watched.write.close();
    pipe life;
    command plain = shell("read line", {life.read.number(), 1, 2});
    command guarded = plain;
    guarded.guarded = true;
    const process first(plain);
    const process second(guarded);
    const process third(
        [] {
            char byte = 0;
            (void)!::read(0, &byte, 1);
        },
        {});
    ::close(number);
    EXPECT_EQ(line_from(watched), "") << "a child has it";
    ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST(a_process, has_no_second_copies_of_its_descriptors) {
    pipe answer;
    const process child(
        [] {
            char open = '0';
            for (int number = 2; number < 100; ++number) {
                open += static_cast<char>(::fcntl(number, F_GETFD) >= 0);
            }
            (void)!::write(1, &open, 1);
        },
        {answer.write.number()});
    answer.write.close();
    EXPECT_EQ(read_all(answer.read.number()), "0");
}

/// Limits the number of descriptors while it exists.
class allowed_descriptors {
public:
    explicit allowed_descriptors(rlim_t count) {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const rlimit fewer{count, before_.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &fewer);
    }
    ~allowed_descriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    allowed_descriptors(const allowed_descriptors&) = delete;
    allowed_descriptors& operator=(const allowed_descriptors&) = delete;

private:
    rlimit before_{};
};

TEST(a_process, starts_without_any_free_descriptor) {
    pipe input;
    pipe output;
    pipe errors;
    const allowed_descriptors no_more(static_cast<rlim_t>(errors.write.number()) + 1);
    process child(
        shell("echo here", {input.read.number(), output.write.number(), errors.write.number()}));
    output.write.close();
    EXPECT_EQ(read_all(output.read.number()), "here\n");
    EXPECT_EQ(child.wait().code, 0);
}

TEST(a_pipe, that_is_refused_names_its_limit) {
    std::exception_ptr refused;
    try {
        const allowed_descriptors none(0);
        const pipe any;
    } catch (...) {
        refused = std::current_exception(); // read later: a sanitizer needs a pipe for it
    }
    ASSERT_TRUE(refused) << "it was opened";
    EXPECT_THAT([&] { std::rethrow_exception(refused); },
                ::testing::ThrowsMessage<std::system_error>(
                    "cannot open a pipe (pipe; see `ulimit -n`): Too many open files"));
}

TEST(a_process, has_default_actions_for_handled_signals_and_keeps_ignored_signals) {
    ::signal(SIGTERM, [](int) {});
    ::signal(SIGHUP, SIG_IGN);
    ::signal(SIGPIPE, SIG_IGN);
    const exit_status terminated = process(shell("kill -TERM $$; exit 3")).wait();
    const exit_status went_on = process(shell("kill -HUP $$; exit 3")).wait();
    const exit_status broken = process(shell("kill -PIPE $$; exit 3")).wait();
    for (const int number : {SIGTERM, SIGHUP, SIGPIPE}) {
        ::signal(number, SIG_DFL);
    }
    EXPECT_EQ(terminated.signal, SIGTERM);
    EXPECT_EQ(went_on.code, 3);
    EXPECT_EQ(broken.signal, SIGPIPE);
}

TEST(a_process, without_a_guardian_is_in_our_group_and_is_killed_with_its_object) {
    pipe output;
    {
        const process child(shell("echo; exec sleep 60", {0, output.write.number()}));
        output.write.close();
        line_from(output);
        EXPECT_EQ(::getpgid(child.id()), ::getpgrp());
    }
    EXPECT_EQ(line_from(output), "");
}

TEST(a_function, reads_the_line_in_its_own_group_and_gets_no_signal) {
    pipe output;
    {
        const process child(
            [] {
                for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
                    ::raise(number);
                }
                char byte = 0;
                while (::read(0, &byte, 1) == 1) {
                    (void)!::write(1, &byte, 1);
                }
                (void)!::write(1, "end", 3);
            },
            {output.write.number()});
        output.write.close();
        EXPECT_EQ(::getpgid(child.id()), child.id());
        EXPECT_FALSE(write_all(child.input(), "one\n"));
        EXPECT_EQ(line_from(output), "one");
    }
    EXPECT_EQ(line_from(output), "end");
}

/// Three processes hold the pipe: the program, its child, and a process that has left its group.
/// After leaving, the last one writes the id of the guardian.
constexpr const char* family = "sleep 60 & setsid sh -c 'echo $0; exec sleep 60' $PPID & wait";

TEST(a_guarded_program, ends_with_its_object_and_with_all_that_it_has_started) {
    pipe output;
    {
        const process child(guarded_shell(family, output));
        output.write.close();
        line_from(output);
        EXPECT_EQ(::getpgid(child.id()), child.id()) << "Ctrl-C does not reach it";
    }
    EXPECT_EQ(line_from(output), "");
}

TEST(a_guarded_program, that_ends_by_itself_ends_all_that_it_has_started) {
    pipe output;
    const process child(guarded_shell(family, output));
    output.write.close();
    line_from(output);
    child.signal(SIGKILL);
    EXPECT_EQ(line_from(output), "");
}

TEST(a_guarded_program, ends_when_the_process_that_started_it_is_killed) {
    pipe output;
    const pid_t starter = ::fork();
    if (starter == 0) {
        const process child(guarded_shell(family, output));
        output.write.close();
        while (true) {
            ::pause();
        }
    }
    output.write.close();
    line_from(output);
    ::kill(starter, SIGKILL);
    ::waitpid(starter, nullptr, 0);
    EXPECT_EQ(line_from(output), "");
}

TEST(a_guarded_program, ends_with_its_guardian) {
    pipe output;
    const process child(guarded_shell("echo $PPID; exec sleep 60", output));
    output.write.close();
    const pid_t guardian = std::stoi(line_from(output));
    ASSERT_NE(guardian, ::getpid());
    ::kill(guardian, SIGKILL);
    EXPECT_EQ(line_from(output), "");
}

TEST(a_guarded_program, ends_also_if_its_guardian_was_stopped) {
    pipe output;
    {
        const process child(guarded_shell(family, output));
        output.write.close();
        ::kill(std::stoi(line_from(output)), SIGSTOP);
    }
    EXPECT_EQ(line_from(output), "");
}

} // namespace
} // namespace tollgate::posix
