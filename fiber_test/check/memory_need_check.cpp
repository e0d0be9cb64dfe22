// SPDX-License-Identifier: BSL-1.0
#include "memory_need.hpp"

#include <tollgate/run/errors.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <optional>
#include <string>

namespace {

using namespace tollgate::fiber_test;
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

TEST(memory_of_a_pool, is_two_pages_a_stack_and_what_maps_them_or_the_whole_of_a_small_one) {
    constexpr std::uint64_t each = 2 * page + page / 4;
    EXPECT_EQ(no_room_in_pool(1'000, usual, gib, 2 * (gib + 1'000 * each)), std::nullopt);
    EXPECT_NE(no_room_in_pool(1'000, usual, gib, 2 * (gib + 1'000 * each) - 1), std::nullopt);
    EXPECT_EQ(no_room_in_pool(1'000, 2 * page, 0, 2 * 1'000 * 2 * page), std::nullopt);
    EXPECT_EQ(no_room_in_pool(1'000'000, usual, gib, std::nullopt), std::nullopt);
}

TEST(memory_of_a_pool, that_has_no_room_is_said_with_all_three_numbers) {
    const std::string message = no_room_in_pool(1'000'000, usual, 12 * gib, 20 * gib).value();
    EXPECT_THAT(message, HasSubstr("1000000 stacks of a pool need about 8.6 GiB"));
    EXPECT_THAT(message, HasSubstr("beside 12.0 GiB"));
    EXPECT_THAT(message, HasSubstr("this machine has 20.0 GiB"));
    EXPECT_THAT(message, HasSubstr("--stack-size"));
}

TEST(memory_of_huge_pages, is_that_of_whole_stacks_or_of_a_page_for_each_and_a_gibibyte_at_most) {
    const std::uint64_t most = gib / usual;
    EXPECT_EQ(no_room_in_huge_pages(most, usual, 0, std::nullopt), std::nullopt);
    EXPECT_THAT(no_room_in_huge_pages(most + 1, usual, 0, std::nullopt).value(),
                HasSubstr(std::to_string(most + 1) + " stacks in pages of 2 MiB would take 1.0 "));
    EXPECT_EQ(no_room_in_huge_pages(512, gib, 0, std::nullopt), std::nullopt);
    EXPECT_NE(no_room_in_huge_pages(513, gib, 0, std::nullopt), std::nullopt);
    EXPECT_EQ(no_room_in_huge_pages(100, usual, gib, 2 * (gib + 100 * usual)), std::nullopt);
    EXPECT_NE(no_room_in_huge_pages(100, usual, gib, 2 * (gib + 100 * usual) - 1), std::nullopt);
}

TEST(memory_of_this_machine, is_more_than_what_is_not_in_use_and_has_room_for_two_fibers) {
    EXPECT_NO_THROW(require_memory(2, usual, available_memory()));
    EXPECT_GE(total_memory().value_or(1), available_memory().value_or(1));
}

} // namespace
