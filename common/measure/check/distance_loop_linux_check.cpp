// SPDX-License-Identifier: BSL-1.0
// Two threads on two CPUs, and what becomes of them where the system has none of either.
#include <tollgate/measure/reference_loop.hpp>

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/faults/refused_threads.hpp>

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
/// The median part has 200 ways, and five such parts do not take longer than all of them may.
constexpr double most_ns = 20e6 / (5 * 200);

/// Whatever comes of a loop, the calling thread is where it was, and no other is left.
class distance_loop : public ::testing::Test {
protected:
    void TearDown() override {
        EXPECT_EQ(cpu::allowed_cpus(), cpus) << "a mask leaked out";
        // One that was joined is in the system's list for a moment more; one that was not stays
        // there, and the check runs out of time.
        while (threads_here() > threads) {
            std::this_thread::yield();
        }
    }

    static std::ptrdiff_t threads_here() {
        using std::filesystem::directory_iterator;
        return std::distance(directory_iterator("/proc/self/task"), directory_iterator());
    }

    /// A machine that is busy with something else may keep the two apart for too long.
    static double run_until_told(int one, int other) {
        constexpr int most_runs = 1'000;
        double ns = 0;
        for (int i = 0; i < most_runs && ns == 0; ++i) {
            ns = run_distance_loop(one, other);
        }
        return ns;
    }

    /// A sanitizer starts a thread of its own with the first one of a process.
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

TEST_F(distance_loop, of_two_cpus_is_the_time_of_a_way) {
    if (cpus.size() < 2) {
        GTEST_SKIP() << "there is one CPU";
    }
    for (const auto& [one, other] :
         {std::pair(cpus.front(), cpus.back()), std::pair(cpus.back(), cpus.front())}) {
        const double ns = run_until_told(one, other);
        EXPECT_GT(ns, 0);
        EXPECT_LT(ns, most_ns);
    }
}

TEST_F(distance_loop, of_a_thread_that_may_be_on_one_of_them_alone) {
    if (cpus.size() < 2) {
        GTEST_SKIP() << "there is one CPU";
    }
    for (const int mine : {cpus.front(), cpus.back()}) {
        const cpu::affinity_guard here(mine);
        EXPECT_GT(run_until_told(cpus.front(), cpus.back()), 0);
        EXPECT_EQ(cpu::allowed_cpus(), std::vector{mine});
    }
}

// Each gets the CPU for some ms, and goes one way in them. All ways would take seconds.
TEST_F(distance_loop, gives_up_if_two_threads_get_one_cpu) {
    EXPECT_EQ(run_distance_loop(cpus.back(), cpus.back()), 0);
}

TEST_F(distance_loop, is_zero_where_one_of_the_cpus_is_missing) {
    for (const int none : {missing_cpu, -1}) {
        EXPECT_EQ(run_distance_loop(cpus.front(), none), 0);
        EXPECT_EQ(run_distance_loop(none, cpus.front()), 0);
        EXPECT_EQ(run_distance_loop(none, none), 0);
    }
}

TEST_F(distance_loop, is_zero_if_the_system_refuses_the_thread) {
    double ns = -1;
    const faults::refusal seen =
        faults::refuse_after(0, [&] { ns = run_distance_loop(cpus.front(), cpus.back()); });
    EXPECT_EQ(ns, 0);
    EXPECT_FALSE(seen.told) << "it is no error";
    const faults::refusal with_one =
        faults::refuse_after(1, [&] { ns = run_distance_loop(cpus.front(), missing_cpu); });
    EXPECT_EQ(with_one.unused, 0) << "it takes one";
}

} // namespace
} // namespace tollgate::measure
