// SPDX-License-Identifier: BSL-1.0
#include "memory_need.hpp"

#include <tollgate/cli/errors.hpp>

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
    } catch (const tollgate::cli::machine_refused& error) {
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
}

// The machine's own memory would refuse or allow all of these alike.
TEST(memory_need, only_the_number_given_decides) {
    EXPECT_EQ(refusal(1'000'000, 1 << 20, UINT64_MAX), "fits");
    EXPECT_EQ(refusal(1'000'000, 1 << 20, std::nullopt), "fits");
    EXPECT_NE(refusal(2, 8192, 0), "fits");
    EXPECT_EQ(refusal(2, 8192, 3 * page * 2), refusal(2, 8192, 3 * page * 2));
}

TEST(memory_need, stacks_must_fit_into_the_addresses_too) {
    const std::string message = refusal(1'000'000, gib, std::nullopt);
    EXPECT_THAT(message, HasSubstr("1000000 fibers with stacks of 1073741824 bytes"));
    EXPECT_THAT(message, HasSubstr("1000000.0 GiB of addresses"));
    EXPECT_EQ(refusal(100ull * 1024, gib, std::nullopt), "fits");
    EXPECT_NE(refusal(100ull * 1024 + 1, gib, std::nullopt), "fits");
}

TEST(memory_need, two_fibers_fit_into_this_machine) {
    EXPECT_NO_THROW(require_memory_for(2, usual));
}

} // namespace
