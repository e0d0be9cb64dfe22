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
constexpr std::size_t usual = 131'072; // bytes of a stack

std::string refusal(std::uint64_t fibers, std::size_t stack_size,
                    std::optional<std::uint64_t> available) {
    try {
        require_memory(fibers, stack_size, available);
    } catch (const tollgate::run::machine_refused& error) {
        return error.what();
    }
    return "fits";
}

TEST(memory_need, of_a_large_stack_only_the_pages_in_use_count) {
    EXPECT_EQ(memory_need(1, usual), 3 * page);
    EXPECT_EQ(memory_need(1, 1 << 30), 3 * page);
    EXPECT_EQ(memory_need(1'000'000, usual), 3 * page * 1'000'000);
}

TEST(memory_need, a_small_stack_counts_whole) {
    EXPECT_EQ(memory_need(10, 4096), 2 * page * 10);
    EXPECT_EQ(memory_need(10, 8192), 3 * page * 10);
}

TEST(memory_need, a_refusal_names_what_is_needed_and_what_there_is) {
    const std::string message = refusal(1'000'000, usual, gib);
    EXPECT_THAT(message, HasSubstr("1000000 fibers need about 11.4 GiB"));
    EXPECT_THAT(message, HasSubstr("stacks of 131072 bytes reserve 122.1 GiB"));
    EXPECT_THAT(message, HasSubstr("1.0 GiB are available"));
    EXPECT_THAT(message, HasSubstr("--stack-size"));
    EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(memory_need, exactly_enough_is_enough) {
    const std::uint64_t need = memory_need(50'000, usual / 2);
    EXPECT_EQ(refusal(50'000, usual / 2, need), "fits");
    EXPECT_NE(refusal(50'000, usual / 2, need - 1), "fits");
    EXPECT_EQ(refusal(50'000, usual / 2, std::nullopt), "fits") << "nothing is known";
}

// The machine's own memory would refuse or allow all of these alike.
TEST(memory_need, stacks_must_fit_into_the_addresses_too) {
    const std::string message = refusal(1'000'000, gib, std::nullopt);
    EXPECT_THAT(message, HasSubstr("1000000 fibers with stacks of 1073741824 bytes"));
    EXPECT_THAT(message, HasSubstr("1000000.0 GiB of addresses"));
    EXPECT_EQ(refusal(100ull * 1024, gib, std::nullopt), "fits");
    EXPECT_NE(refusal(100ull * 1024 + 1, gib, std::nullopt), "fits");
}

TEST(memory_of_a_pool, is_what_stacks_touch_or_the_whole_of_small_ones_and_a_gibibyte_at_most) {
    for (const auto& [distance, touched, each] :
         {std::tuple<std::size_t, std::uint64_t, std::uint64_t>{usual, touched_in_usual_pages,
                                                                2 * page + page / 4},
          {2 * page, touched_in_usual_pages, 2 * page},
          {usual, touched_in_huge_pages, usual},
          {gib, touched_in_huge_pages, 2 << 20}}) {
        EXPECT_EQ(too_much_for_a_pool(gib / each, distance, touched), std::nullopt);
        EXPECT_NE(too_much_for_a_pool(gib / each + 1, distance, touched), std::nullopt);
    }
    EXPECT_THAT(too_much_for_a_pool(1'000'000, usual, touched_in_usual_pages).value_or(""),
                AllOf(HasSubstr("1000000 stacks of a pool would take 8.6 GiB"),
                      HasSubstr("1.0 GiB is the most"), HasSubstr("--stack-size")));
}

TEST(memory_of_this_machine, has_room_for_two_fibers) {
    EXPECT_NO_THROW(require_memory(2, usual, available_memory()));
    EXPECT_GT(available_memory().value_or(1), 0U);
}

} // namespace
