// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>

#include "this_thread_mask.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace {

using namespace tollgate::cpu;
using ::testing::HasSubstr;

// No usual machine has this CPU, and it fits in a CPU list.
constexpr int missing_cpu = 4095;

class affinity : public ::testing::Test {
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

TEST(pinning, is_refused_exactly_if_the_system_has_none) {
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

TEST_F(affinity, a_guard_pins_to_any_cpu_and_restores) {
    for (const int cpu : before_) {
        {
            const affinity_guard all(before_);
            EXPECT_EQ(allowed_cpus(), before_);
            const affinity_guard pinned(cpu);
            EXPECT_EQ(allowed_cpus(), std::vector{cpu});
            EXPECT_EQ(current_cpu(), cpu);
            const affinity_guard inner(cpu);
        }
        EXPECT_EQ(allowed_cpus(), before_);
    }
}

// The mask is unchanged afterwards.
TEST_F(affinity, a_forbidden_cpu_is_refused_by_name) {
    const auto expect_refused = [&](const auto& pin, const std::string& name) {
        try {
            pin();
            ADD_FAILURE() << "accepted " << name;
        } catch (const std::system_error& error) {
            EXPECT_EQ(error.code(), std::errc::invalid_argument);
            EXPECT_THAT(error.what(), HasSubstr(name));
        }
        EXPECT_EQ(allowed_cpus(), before_);
    };
    for (const int cpu : {missing_cpu, 1'000'000, -1, 2'000'000'000}) {
        expect_refused([&] { pin_this_thread(cpu); },
                       "sched_setaffinity(CPU " + std::to_string(cpu) + ")");
    }
    const std::vector<int> partly{before_.front(), missing_cpu};
    expect_refused([&] { const affinity_guard refused(partly); }, std::to_string(missing_cpu));
    EXPECT_THROW(affinity_guard(std::vector<int>{}), std::system_error);
}

} // namespace
