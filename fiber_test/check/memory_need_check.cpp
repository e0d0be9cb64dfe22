// SPDX-License-Identifier: BSL-1.0
#include "memory_need.hpp"

#include <tollgate/run/errors.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace {

using namespace tollgate::fiber_test;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t gib = 1ull << 30;
constexpr std::uint64_t page = 4096;
constexpr std::size_t default_size = 131'072; // bytes of a stack

std::string refusal(std::uint64_t fibers, std::size_t stack_size,
                    std::optional<std::uint64_t> available) {
    try {
        require_memory(fibers, stack_size, available);
    } catch (const tollgate::run::machine_refused& error) {
        return error.what();
    }
    return "fits";
}

TEST(memory_need, counts_only_the_pages_in_use_of_a_large_stack) {
    EXPECT_EQ(memory_need(1, default_size), 3 * page);
    EXPECT_EQ(memory_need(1, 1 << 30), 3 * page);
    EXPECT_EQ(memory_need(1'000'000, default_size), 3 * page * 1'000'000);
}

TEST(memory_need, counts_a_small_stack_whole) {
    EXPECT_EQ(memory_need(10, 4096), 2 * page * 10);
    EXPECT_EQ(memory_need(10, 8192), 3 * page * 10);
}

TEST(memory_need, is_named_in_a_refusal_with_the_available_memory) {
    const std::string message = refusal(1'000'000, default_size, gib);
    EXPECT_THAT(message, HasSubstr("1000000 fibers need about 11.4 GiB"));
    EXPECT_THAT(message, HasSubstr("stacks of 131072 bytes reserve 122.1 GiB"));
    EXPECT_THAT(message, HasSubstr("1.0 GiB are available"));
    EXPECT_THAT(message, HasSubstr("--stack-size"));
    EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(memory_need, may_be_exactly_the_available_memory) {
    const std::uint64_t need = memory_need(50'000, default_size / 2);
    EXPECT_EQ(refusal(50'000, default_size / 2, need), "fits");
    EXPECT_NE(refusal(50'000, default_size / 2, need - 1), "fits");
    EXPECT_EQ(refusal(50'000, default_size / 2, std::nullopt), "fits")
        << "the available memory is unknown";
}

// The available memory does not decide here.
TEST(memory_need, includes_the_address_space) {
    const std::string message = refusal(1'000'000, gib, std::nullopt);
    EXPECT_THAT(message, HasSubstr("1000000 fibers with stacks of 1073741824 bytes"));
    EXPECT_THAT(message, HasSubstr("1000000.0 GiB of addresses"));
    EXPECT_EQ(refusal(100ull * 1024, gib, std::nullopt), "fits");
    EXPECT_NE(refusal(100ull * 1024 + 1, gib, std::nullopt), "fits");
}

TEST(memory_of_a_pool, counts_touched_pages_or_whole_small_stacks_and_is_at_most_a_gibibyte) {
    for (const auto& [spacing, touched, stack_bytes] :
         {std::tuple<std::size_t, std::uint64_t, std::uint64_t>{
              default_size, touched_in_normal_pages, 2 * page + page / 4},
          {2 * page, touched_in_normal_pages, 2 * page},
          {default_size, touched_in_huge_pages, default_size},
          {gib, touched_in_huge_pages, 2 << 20}}) {
        EXPECT_EQ(pool_refusal(gib / stack_bytes, spacing, touched), std::nullopt);
        EXPECT_NE(pool_refusal(gib / stack_bytes + 1, spacing, touched), std::nullopt);
    }
    EXPECT_THAT(pool_refusal(1'000'000, default_size, touched_in_normal_pages).value_or(""),
                AllOf(HasSubstr("1000000 stacks of a pool would take 8.6 GiB"),
                      HasSubstr("1.0 GiB is the most"), HasSubstr("--stack-size")));
}

TEST(memory_of_this_machine, has_room_for_two_fibers) {
    EXPECT_NO_THROW(require_memory(2, default_size, available_memory()));
    EXPECT_GT(available_memory().value_or(1), 0U);
}

} // namespace
