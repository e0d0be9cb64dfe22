// SPDX-License-Identifier: BSL-1.0
#include "proc/proc_source.hpp"

#include "fake_proc.hpp"

#include <tollgate/testing/in_child.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A fake process 9 with a first thread that waits in a futex.
class proc_source_check : public ::testing::Test {
protected:
    proc_source_check() {
        proc_.write({.id = 9, .name = "server"});
        proc_.write(9, 9, {.name = "server", .voluntary = 100, .call = waits_in(SYS_futex, 0x10)});
    }

    proc_source& observe(proc_source::target target = proc_source::target::running) {
        std::vector<process_identity> processes{{.id = 9, .start_ticks = 50, .name = "server"}};
        return source_.emplace(std::move(processes), target, proc_.root(), clocks_.clocks());
    }

    static const thread_counts* find_thread(const observation& seen, pid_t thread) {
        const auto found = std::ranges::find(seen.threads, thread, &thread_counts::thread);
        return found == seen.threads.end() ? nullptr : &*found;
    }

    fake_proc proc_;
    fake_clocks clocks_;
    std::optional<proc_source> source_;
};

TEST_F(proc_source_check, counts_begin_with_the_observation) {
    proc_source& source = observe();
    source.sample();
    clocks_.now += 1s;
    proc_.write(9, 9,
                {.name = "renamed",
                 .cpu_ns = 4'000'001,
                 .runnable_ns = 1'000'000,
                 .runs = 21,
                 .voluntary = 120,
                 .involuntary = 3,
                 .migrations = 5,
                 .call = waits_in(SYS_futex, 0x10)});
    const observation seen = source.read_all();
    EXPECT_EQ(seen.duration, 1s);
    EXPECT_EQ(seen.cpus, 4);
    EXPECT_FALSE(seen.traced);
    ASSERT_EQ(seen.threads.size(), 1U);
    EXPECT_EQ(seen.threads[0].name, "renamed");
    EXPECT_EQ(seen.threads[0].cpu_ns, 4'000'000U);
    EXPECT_EQ(seen.threads[0].voluntary, 20U);
    EXPECT_EQ(seen.threads[0].involuntary, 3U);
    EXPECT_EQ(seen.threads[0].migrations, 5U);
    ASSERT_EQ(seen.waits.size(), 1U);
    EXPECT_EQ(seen.waits[0].kind, wait_kind::futex);
    EXPECT_EQ(seen.waits[0].address, 0x10U);
    EXPECT_EQ(seen.waits[0].waits, 20U);
    EXPECT_EQ(seen.waits[0].slept_ns, 995'000'000U);
    EXPECT_THAT(seen.remarks, IsEmpty());
}

TEST_F(proc_source_check, a_thread_that_starts_later_is_counted_from_its_start) {
    proc_source& source = observe();
    source.sample();
    clocks_.now += 1s;
    proc_.write(9, 10, {.voluntary = 7, .start_ticks = 150}); // 0.5 s after the begin
    proc_.write(9, 11, {.voluntary = 7, .start_ticks = 99});  // before it
    const observation seen = source.read_all();
    ASSERT_NE(find_thread(seen, 10), nullptr);
    EXPECT_EQ(find_thread(seen, 10)->voluntary, 7U);
    ASSERT_NE(find_thread(seen, 11), nullptr);
    EXPECT_EQ(find_thread(seen, 11)->voluntary, 0U);
}

TEST_F(proc_source_check, all_counts_of_a_command_belong_to_the_observation) {
    proc_source& source = observe(proc_source::target::command);
    proc_.write({.id = 12, .name = "child", .parent = 9});
    proc_.write(12, 12, {.name = "child", .voluntary = 3});
    source.sample();
    const observation seen = source.read_all();
    ASSERT_EQ(seen.threads.size(), 2U);
    EXPECT_EQ(find_thread(seen, 9)->voluntary, 100U);
    EXPECT_EQ(find_thread(seen, 12)->voluntary, 3U);
    EXPECT_EQ(source.processes().size(), 2U);
}

TEST_F(proc_source_check, a_thread_that_ended_keeps_its_last_counts) {
    proc_.write(9, 10, {.voluntary = 50});
    proc_source& source = observe();
    source.sample();
    proc_.write(9, 10, {.cpu_ns = 5, .runs = 2, .voluntary = 59});
    source.sample();
    proc_.remove("9/task/10");
    const observation seen = source.read_all();
    ASSERT_NE(find_thread(seen, 10), nullptr);
    EXPECT_TRUE(find_thread(seen, 10)->ended);
    EXPECT_EQ(find_thread(seen, 10)->voluntary, 9U);
    EXPECT_FALSE(find_thread(seen, 9)->ended);
    EXPECT_EQ(source.read_all().threads.size(), 2U);
}

TEST_F(proc_source_check, another_thread_with_the_same_id_is_another_thread) {
    proc_.write(9, 10, {.cpu_ns = 1000, .runs = 10, .voluntary = 50});
    proc_source& source = observe();
    source.sample();
    clocks_.now += 1s;
    proc_.write(9, 10, {.cpu_ns = 10, .runs = 2, .voluntary = 4, .start_ticks = 150});
    for (int readings = 0; readings < 2; ++readings) {
        const observation seen = source.read_all();
        ASSERT_EQ(seen.threads.size(), 3U);
        const auto is_new = [](const thread_counts& counts) {
            return counts.thread == 10 && !counts.ended && counts.voluntary == 4;
        };
        const auto is_old = [](const thread_counts& counts) {
            return counts.thread == 10 && counts.ended && counts.voluntary == 0;
        };
        EXPECT_EQ(std::ranges::count_if(seen.threads, is_new), 1);
        EXPECT_EQ(std::ranges::count_if(seen.threads, is_old), 1);
    }
}

TEST_F(proc_source_check, the_kind_of_a_descriptor_decides_about_a_read) {
    proc_.write(9, 10, {.voluntary = 0, .call = waits_in(SYS_read, 0xffffffff00000005)});
    proc_.descriptor(9, 5, "socket:[77]");
    proc_source& source = observe();
    source.sample();
    clocks_.now += 1s;
    const observation seen = source.read_all();
    ASSERT_EQ(seen.waits.size(), 2U);
    EXPECT_EQ(seen.waits[1].kind, wait_kind::socket);
    EXPECT_EQ(seen.waits[1].address, 5U);
    EXPECT_EQ(seen.waits[1].system_call, SYS_read);
}

TEST_F(proc_source_check, a_wait_that_cannot_be_interrupted_is_one_for_a_disk) {
    proc_.write(9, 9, {.state = 'D', .call = waits_in(SYS_read, 5)});
    proc_source& source = observe();
    source.sample();
    clocks_.now += 1s;
    EXPECT_EQ(source.read_all().waits.at(0).kind, wait_kind::disk);
}

/// In a child that is not root: root may read each file.
TEST_F(proc_source_check, a_call_that_may_not_be_read_is_guessed_and_told_once) {
    namespace fs = std::filesystem;
    proc_.write(9, 9, {.call = "", .function = "hrtimer_nanosleep"});
    proc_.write(9, 10, {.call = "", .function = "0"});
    fs::permissions(proc_.machine().path(), fs::perms::all);
    for (const char* const file : {"9/task/9/syscall", "9/task/10/syscall"}) {
        fs::permissions(proc_.root() / file, fs::perms::none);
    }
    testing::expect_in_child([&] {
        constexpr uid_t nobody = 65534;
        if (::getuid() == 0 && ::setuid(nobody) != 0) {
            return false;
        }
        proc_source& source = observe();
        source.sample();
        clocks_.now += 1s;
        const observation seen = source.read_all();
        EXPECT_EQ(seen.waits.at(0).kind, wait_kind::sleep);
        EXPECT_EQ(seen.waits.at(1).kind, wait_kind::other);
        EXPECT_EQ(seen.remarks.size(), 1U);
        EXPECT_THAT(seen.remarks, Each(HasSubstr("Permission denied")));
        EXPECT_THAT(seen.remarks, Each(HasSubstr("run bill as root")));
        return !::testing::Test::HasFailure();
    });
}

TEST_F(proc_source_check, an_end_and_a_stop_are_told) {
    proc_source& source = observe();
    proc_.write({.id = 9, .name = "server", .state = 'T'});
    source.sample();
    EXPECT_FALSE(source.all_ended());
    EXPECT_THAT(source.read_all().remarks, Contains(HasSubstr("kill -CONT 9")));
    proc_.write({.id = 9, .name = "server", .start_ticks = 51}); // another process, same id
    source.sample();
    EXPECT_TRUE(source.all_ended());
    EXPECT_THAT(source.read_all().remarks,
                Contains("the process server (9) ended during the observation."));
}

TEST_F(proc_source_check, the_cpu_time_of_processes_has_that_of_threads_that_were_never_read) {
    proc_.write({.id = 9, .name = "server", .cpu_ticks = 100});
    proc_source& source = observe();
    source.sample();
    proc_.write({.id = 9, .name = "server", .cpu_ticks = 300});
    proc_.write(9, 9, {.cpu_ns = 990'000'000, .runs = 9});
    EXPECT_EQ(source.read_all().used, 2s);
}

TEST_F(proc_source_check, all_samples_take_half_a_per_cent_of_the_time_at_most) {
    proc_source& source = observe();
    const auto next = [&] { return source.sample() - clocks_.now; };
    clocks_.cost = 1s; // the first sample reads all, and does not count
    EXPECT_EQ(next(), 10ms);
    clocks_.cost = 20us;
    clocks_.now += 10ms;
    EXPECT_EQ(next(), 10ms);
    clocks_.cost = 1ms;
    const auto begin = clocks_.now;
    for (int samples = 0; samples < 100; ++samples) {
        clocks_.now += next();
    }
    EXPECT_GE(clocks_.now - begin, 99 * 200ms);
    EXPECT_LE(clocks_.now - begin, 101 * 200ms);
    EXPECT_EQ(source.read_all().own_cpu, 1s + 20us + 101 * 1ms);
    clocks_.cost = 0ms;
    const auto before = next();
    source.count_cost([&] { clocks_.cost = 3ms; });
    clocks_.cost = 0ms;
    EXPECT_EQ(next() - before, 3 * 200ms) << "other work counts like a sample";
}

TEST_F(proc_source_check, a_sample_reads_a_part_of_many_threads_and_all_in_turn) {
    constexpr int threads = 320; // a sample reads 256
    for (int thread = 10; thread < 10 + threads; ++thread) {
        proc_.write(9, thread, {.runs = 1});
    }
    proc_source& source = observe();
    source.sample();
    const std::uint64_t before = clocks_.readings;
    source.sample();
    EXPECT_LT(clocks_.readings - before, 300U) << "each reading of a thread reads the clock";
    for (int thread = 10; thread < 10 + threads; ++thread) {
        proc_.write(9, thread, {.cpu_ns = 2, .runs = 2, .voluntary = 1});
    }
    for (int samples = 0; samples < 4; ++samples) {
        source.sample();
    }
    EXPECT_GT(clocks_.readings - before, std::uint64_t{threads});
    proc_.remove("9/task"); // what is known now comes from samples
    const observation seen = source.read_all();
    for (int thread = 10 + 256; thread < 10 + threads; ++thread) {
        ASSERT_NE(find_thread(seen, thread), nullptr);
        ASSERT_EQ(find_thread(seen, thread)->voluntary, 1U) << thread;
    }
}

TEST_F(proc_source_check, a_quota_of_the_cgroup_limits_the_number_of_cpus) {
    proc_.machine().write("proc/9/cgroup", "0::/a\n");
    proc_.machine().write("sys/fs/cgroup/cgroup.controllers", "cpu\n");
    proc_.machine().write("sys/fs/cgroup/a/cpu.max", "150000 100000\n");
    EXPECT_EQ(observe().read_all().cpus, 2);
}

} // namespace
} // namespace tollgate::bill
