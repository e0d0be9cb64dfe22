// SPDX-License-Identifier: BSL-1.0
// Two threads on two CPUs, also where the system refuses a thread or a CPU.
#include <tollgate/measure/reference_loop.hpp>

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/testing/refused_threads.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tollgate::measure {
namespace {

constexpr int missing_cpu = 1'000'000;
/// A part has 200 one-way trips. Five parts take the median time or less, and 20 ms at most.
constexpr double most_ns = 20e6 / (5 * 200);

/// After each loop, the calling thread has its old affinity, and no other thread is left.
class latency_loop : public ::testing::Test {
protected:
    void TearDown() override {
        EXPECT_EQ(cpu::allowed_cpus(), cpus) << "a mask leaked out";
        // A joined thread stays in the system's list for a moment. A thread that was not joined
        // stays there, and the check times out.
        while (threads_here() > threads) {
            std::this_thread::yield();
        }
    }

    static std::ptrdiff_t threads_here() {
        using std::filesystem::directory_iterator;
        return std::distance(directory_iterator("/proc/self/task"), directory_iterator());
    }

    /// On a busy machine, the two threads may not run at the same time for long enough.
    static double run_until_known(int own_cpu, int other_cpu) {
        constexpr int most_runs = 1'000;
        double ns = 0;
        for (int i = 0; i < most_runs && ns == 0; ++i) {
            ns = run_latency_loop(own_cpu, other_cpu);
        }
        return ns;
    }

    /// A sanitizer starts its own thread with the first thread of a process.
    static std::ptrdiff_t threads_after_the_first() {
        pid_t id = 0;
        std::thread([&] { id = ::gettid(); }).join();
        while (std::filesystem::exists("/proc/self/task/" + std::to_string(id))) {
            std::this_thread::yield();
        }
        return threads_here();
    }

    std::vector<int> cpus = cpu::allowed_cpus();
    std::ptrdiff_t threads = threads_after_the_first();
};

TEST_F(latency_loop, returns_the_one_way_time_of_two_cpus) {
    if (cpus.size() < 2) {
        GTEST_SKIP() << "there is one CPU";
    }
    for (const auto& [own_cpu, other_cpu] :
         {std::pair(cpus.front(), cpus.back()), std::pair(cpus.back(), cpus.front())}) {
        const double ns = run_until_known(own_cpu, other_cpu);
        EXPECT_GT(ns, 0);
        EXPECT_LT(ns, most_ns);
    }
}

TEST_F(latency_loop, runs_on_a_thread_that_is_pinned_to_one_of_the_cpus) {
    if (cpus.size() < 2) {
        GTEST_SKIP() << "there is one CPU";
    }
    for (const int own_cpu : {cpus.front(), cpus.back()}) {
        const cpu::affinity_guard pinned(own_cpu);
        EXPECT_GT(run_until_known(cpus.front(), cpus.back()), 0);
        EXPECT_EQ(cpu::allowed_cpus(), std::vector{own_cpu});
    }
}

// Each thread gets the CPU for some ms, and makes a one-way trip in them. All trips would take
// seconds.
TEST_F(latency_loop, gives_up_if_two_threads_get_one_cpu) {
    EXPECT_EQ(run_latency_loop(cpus.back(), cpus.back()), 0);
}

TEST_F(latency_loop, is_zero_where_one_of_the_cpus_is_missing) {
    for (const int none : {missing_cpu, -1}) {
        EXPECT_EQ(run_latency_loop(cpus.front(), none), 0);
        EXPECT_EQ(run_latency_loop(none, cpus.front()), 0);
        EXPECT_EQ(run_latency_loop(none, none), 0);
    }
}

TEST_F(latency_loop, is_zero_if_the_system_refuses_the_thread) {
    double ns = -1;
    const testing::refusal refused =
        testing::refuse_after(0, [&] { ns = run_latency_loop(cpus.front(), cpus.back()); });
    EXPECT_EQ(ns, 0);
    EXPECT_FALSE(refused.error) << "it is no error";
    const testing::refusal with_one =
        testing::refuse_after(1, [&] { ns = run_latency_loop(cpus.front(), missing_cpu); });
    EXPECT_EQ(with_one.unused, 0) << "it uses one thread";
}

} // namespace
} // namespace tollgate::measure
