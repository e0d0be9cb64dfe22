// SPDX-License-Identifier: BSL-1.0
// Real processes, as the kernel shows them.
#include "caught_signals.hpp"
#include "observe.hpp"
#include "proc/proc_source.hpp"
#include "proc/processes.hpp"
#include "sources.hpp"
#include "started_command.hpp"

#include <tollgate/posix/descriptor.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/testing/in_child.hpp>
#include <tollgate/testing/message_of.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

using namespace std::chrono_literals;

/// Three threads that wait for ever.
[[noreturn]] void wait_in_three_ways() {
    const posix::pipe never_written;
    std::atomic<int> never_changed{0};
    std::thread([&] {
        pthread_setname_np(pthread_self(), "in a pipe");
        char byte = 0;
        (void)!::read(never_written.read.number(), &byte, 1);
    }).detach();
    std::thread([&] {
        pthread_setname_np(pthread_self(), "in a futex");
        never_changed.wait(0);
    }).detach();
    pthread_setname_np(pthread_self(), "in a sleep");
    std::this_thread::sleep_for(24h);
    std::abort();
}

bool has_thread_waiting_in(const observation& seen, const std::string& name, wait_kind kind) {
    const auto thread = std::ranges::find(seen.threads, name, &thread_counts::name);
    return thread != seen.threads.end() &&
           std::ranges::any_of(seen.waits, [&](const wait_counts& counts) {
               return counts.thread == thread->thread && counts.kind == kind;
           });
}

/// Observes a command by samples of /proc.
options samples_of(std::vector<std::string> command) {
    options chosen;
    chosen.command = std::move(command);
    chosen.unprivileged = true;
    return chosen;
}

TEST(observed_child, three_threads_wait_in_a_futex_a_sleep_and_a_pipe) {
    const pid_t child = testing::start_child([]() -> bool { wait_in_three_ways(); });
    proc_files files;
    proc_source source({find_process(files, child)}, proc_source::target::running);
    observation seen;
    do { // until the child is that far
        source.sample();
        seen = source.read_all();
    } while (!has_thread_waiting_in(seen, "in a pipe", wait_kind::pipe) ||
             !has_thread_waiting_in(seen, "in a futex", wait_kind::futex) ||
             !has_thread_waiting_in(seen, "in a sleep", wait_kind::sleep));
    EXPECT_GE(seen.threads.size(), 3U) << "a sanitizer has threads of its own";
    EXPECT_GE(seen.cpus, 1);
    EXPECT_FALSE(source.all_ended());
    ::kill(child, SIGKILL);
    testing::exit_code_of(child);
    source.sample();
    EXPECT_TRUE(source.all_ended());
}

TEST(observed_child, a_command_is_observed_to_its_end_with_its_children) {
    caught_signals signals;
    sources from(samples_of({"sh", "-c", "sh -c 'exit 4'; exit 3"}), signals.before());
    EXPECT_EQ(observe(from, signals, std::nullopt), observation_end::processes);
    const observation seen = from.total();
    const auto shell =
        std::ranges::find(seen.threads, from.command()->id(), &thread_counts::process);
    ASSERT_NE(shell, seen.threads.end());
    EXPECT_GE(shell->voluntary, 1U) << "it waited for its child";
    EXPECT_GT(shell->cpu_ns, 0U);
    EXPECT_TRUE(shell->ended);
    EXPECT_EQ(failure_of(from.command()->wait()), "The command failed: it ended with exit code 3.");
}

TEST(observed_child, a_command_that_cannot_be_executed_is_a_usage_error) {
    const caught_signals signals;
    const auto refusal_of = [&](const std::string& command) {
        return testing::message_of<run::usage_error>(
            [&] { const started_command started({command}, signals.before()); });
    };
    EXPECT_EQ(refusal_of("no-such-command"), "no-such-command: No such file or directory");
    EXPECT_EQ(refusal_of("/"), "/: Permission denied");
}

TEST(observed_child, the_end_of_a_command_by_a_signal_is_told) {
    const caught_signals signals;
    started_command command({"sh", "-c", "kill -ABRT $$"}, signals.before());
    EXPECT_EQ(failure_of(command.wait()), "Signal 6 (Aborted) ended the command.");
    EXPECT_EQ(failure_of({0, 0}), std::nullopt);
}

TEST(observed_child, a_signal_interrupts_an_observation) {
    testing::expect_in_child([] {
        caught_signals signals;
        sources from(samples_of({"sleep", "1000"}), signals.before());
        ::kill(::getpid(), SIGTERM);
        const observation_end end = observe(from, signals, std::nullopt);
        ::kill(from.command()->id(), SIGKILL);
        return end == observation_end::interrupted && from.command()->wait().signal == SIGKILL;
    });
}

} // namespace
} // namespace tollgate::bill
