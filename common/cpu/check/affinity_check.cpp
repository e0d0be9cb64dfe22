// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/allowed.hpp>

#include "this_thread_mask.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace {

using namespace tollgate::cpu;
using testing::HasSubstr;

// No machine at hand has it, and it fits in a CPU list.
constexpr int missing_cpu = 4095;

class affinity : public testing::Test {
protected:
    void SetUp() override {
        if (!detail::threads_can_be_pinned()) {
            GTEST_SKIP() << "this system does not let a thread choose its CPU";
        }
        before_ = allowed_cpus();
        ASSERT_FALSE(std::ranges::binary_search(before_, missing_cpu));
    }
    void TearDown() override { EXPECT_EQ(allowed_cpus(), before_) << "a mask leaked out"; }

    std::vector<int> before_;
};

using affinity_guarding = affinity;

TEST(allowed_cpus, ascending_and_not_empty) {
    const std::vector<int> cpus = allowed_cpus();
    ASSERT_FALSE(cpus.empty());
    EXPECT_GE(cpus.front(), 0);
    EXPECT_EQ(std::ranges::adjacent_find(cpus, std::greater_equal{}), cpus.end());
}

TEST(current_cpu, is_an_allowed_one_or_unknown) {
    const int cpu = current_cpu();
    EXPECT_TRUE(cpu == -1 || std::ranges::binary_search(allowed_cpus(), cpu)) << cpu;
}

TEST(pinning, is_refused_exactly_where_it_does_not_exist) {
    std::error_code refusal;
    std::thread([&] {
        try {
            pin_this_thread(allowed_cpus().front());
        } catch (const std::system_error& error) {
            refusal = error.code();
        }
    }).join();
    if (detail::threads_can_be_pinned()) {
        EXPECT_FALSE(refusal) << refusal.message();
    } else {
        EXPECT_EQ(refusal, std::errc::not_supported);
    }
}

TEST_F(affinity, a_pinned_thread_runs_there) {
    for (const int cpu : before_) {
        std::vector<int> mask;
        int seen = -1;
        std::thread([&] {
            pin_this_thread(cpu);
            mask = allowed_cpus();
            seen = current_cpu();
        }).join();
        EXPECT_EQ(mask, std::vector{cpu});
        EXPECT_EQ(seen, cpu);
    }
}

TEST_F(affinity, a_forbidden_cpu_is_refused_by_name) {
    for (const int cpu : {missing_cpu, 1'000'000, -1, 2'000'000'000}) {
        try {
            pin_this_thread(cpu);
            ADD_FAILURE() << "accepted CPU " << cpu;
        } catch (const std::system_error& error) {
            EXPECT_EQ(error.code(), std::errc::invalid_argument);
            EXPECT_THAT(error.what(),
                        HasSubstr("sched_setaffinity(CPU " + std::to_string(cpu) + ")"));
        }
        EXPECT_EQ(allowed_cpus(), before_);
    }
}

TEST_F(affinity_guarding, pins_and_restores) {
    for (const int cpu : before_) {
        {
            const affinity_guard pinned(cpu);
            EXPECT_EQ(allowed_cpus(), std::vector{cpu});
            EXPECT_EQ(current_cpu(), cpu);
        }
        EXPECT_EQ(allowed_cpus(), before_);
    }
}

TEST_F(affinity_guarding, takes_a_list) {
    const affinity_guard pinned(before_);
    EXPECT_EQ(allowed_cpus(), before_);
}

TEST_F(affinity_guarding, nests) {
    if (before_.size() < 2) {
        GTEST_SKIP() << "needs 2 CPUs, 1 is allowed";
    }
    const affinity_guard outer(before_.front());
    {
        const affinity_guard inner(before_.back());
        EXPECT_EQ(current_cpu(), before_.back());
    }
    EXPECT_EQ(allowed_cpus(), std::vector{before_.front()});
    EXPECT_EQ(current_cpu(), before_.front());
}

TEST_F(affinity_guarding, restores_when_an_exception_leaves) {
    try {
        const affinity_guard pinned(before_.front());
        throw std::runtime_error("measured code failed");
    } catch (const std::runtime_error&) {
        EXPECT_EQ(allowed_cpus(), before_);
    }
}

TEST_F(affinity_guarding, refuses_a_list_of_which_only_a_part_is_allowed) {
    const std::vector<int> partly{before_.front(), missing_cpu};
    try {
        const affinity_guard pinned(partly);
        ADD_FAILURE() << "accepted";
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::errc::invalid_argument);
        EXPECT_THAT(error.what(), HasSubstr("4095"));
    }
    EXPECT_EQ(allowed_cpus(), before_);
}

TEST_F(affinity_guarding, refuses_an_empty_list) {
    EXPECT_THROW(affinity_guard(std::vector<int>{}), std::system_error);
    EXPECT_EQ(allowed_cpus(), before_);
}

} // namespace
