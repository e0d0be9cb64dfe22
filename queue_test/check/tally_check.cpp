// SPDX-License-Identifier: BSL-1.0
//
// The counts of a stream, and the failures that they show.
#include "headway.hpp"
#include "message.hpp"
#include "tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace tollgate::queue_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(message, shows_damage_to_any_word) {
    message<64> sent;
    static_assert(std::is_trivially_copyable_v<message<64>> && sizeof(sent) == 64);
    for (const std::uint64_t number : {std::uint64_t{0}, (std::uint64_t{1} << 63) - 1}) {
        sent.fill(number);
        EXPECT_EQ(sent.number(), number);
        for (auto& word : sent.words) {
            EXPECT_TRUE(sent.intact());
            for (const int bit : {0, 31, 63}) {
                word ^= std::uint64_t{1} << bit;
                EXPECT_FALSE(sent.intact());
                word ^= std::uint64_t{1} << bit;
            }
        }
    }
}

TEST(origin, is_read_back_from_the_number) {
    for (const std::size_t producer : {0, 1, 255}) {
        for (const std::uint64_t sequence :
             {std::uint64_t{0}, std::uint64_t{1}, (std::uint64_t{1} << 48) - 1}) {
            const std::uint64_t number = origin{producer, sequence}.number();
            EXPECT_EQ(origin::of(number).producer, producer);
            EXPECT_EQ(origin::of(number).sequence, sequence);
            EXPECT_LT(number, end_of_messages);
        }
    }
}

heap_of_numbers heap(std::initializer_list<std::uint64_t> numbers) {
    heap_of_numbers result;
    for (const std::uint64_t number : numbers) {
        result.add(number);
    }
    return result;
}

std::vector<std::string> failures_between(const heap_of_numbers& in, const heap_of_numbers& out) {
    std::vector<std::string> failures;
    compare_heaps(in, out, failures);
    return failures;
}

TEST(heap_of_numbers, is_the_same_in_any_order_and_in_parts) {
    EXPECT_THAT(failures_between(heap({1, 2, 3}), heap({3, 1, 2})), IsEmpty());
    EXPECT_THAT(failures_between({}, {}), IsEmpty());
    heap_of_numbers parts = heap({1, 3});
    parts += heap({2});
    EXPECT_EQ(parts, heap({1, 2, 3}));
    EXPECT_THAT(failures_between(heap({~std::uint64_t{0}, 5}), heap({5, ~std::uint64_t{0}})),
                IsEmpty())
        << "sums may overflow";
}

TEST(heap_of_numbers, shows_lost_and_doubled_messages) {
    EXPECT_THAT(failures_between(heap({1, 2, 3}), heap({1, 3})),
                ElementsAre("messages lost or doubled: 3 sent, 2 arrived"));
    EXPECT_THAT(failures_between(heap({1, 2}), heap({1, 2, 2})),
                ElementsAre("messages lost or doubled: 2 sent, 3 arrived"));
}

// 1 + 4 is 2 + 3.
TEST(heap_of_numbers, shows_mistakes_that_cancel_out_in_the_sum) {
    const auto in = heap({1, 4});
    const auto out = heap({2, 3});
    ASSERT_EQ(in.sum, out.sum);
    EXPECT_THAT(failures_between(in, out), ElementsAre(HasSubstr("the checksums differ")));
}

std::vector<std::string> failures_of_tally(const tally& received, bool order_is_kept = true) {
    std::vector<std::string> failures;
    received.add_failures_to(failures, order_is_kept);
    return failures;
}

TEST(tally, accepts_the_order_of_each_producer) {
    tally received(2);
    received.add(origin{0, 0}.number(), true);
    received.add(origin{1, 0}.number(), true);
    received.add(origin{1, 7}.number(), true); // another consumer had those between
    received.add(origin{0, 1}.number(), true);
    EXPECT_THAT(failures_of_tally(received), IsEmpty());
    EXPECT_EQ(received.taken().count, 4U);
}

TEST(tally, shows_an_overtaken_message) {
    tally received(1);
    for (const std::uint64_t sequence : {0, 2, 1, 3}) {
        received.add(origin{0, sequence}.number(), true);
    }
    EXPECT_THAT(failures_of_tally(received),
                ElementsAre("1 message(s) of one producer came after a later one, or twice"));
    EXPECT_THAT(failures_of_tally(received, false), IsEmpty())
        << "for queues that promise no order";
}

TEST(tally, shows_damaged_messages) {
    tally received(2);
    received.add(origin{0, 0}.number(), false);
    received.add(origin{2, 0}.number(), true); // from no producer
    received.add(origin{1, 0}.number(), true);
    for (const bool order_is_kept : {true, false}) {
        EXPECT_THAT(failures_of_tally(received, order_is_kept),
                    ElementsAre("2 message(s) arrived in another shape than they were sent"));
    }
    EXPECT_EQ(received.taken().count, 3U) << "they did arrive";
}

TEST(headway, sums_members) {
    headway moves(3);
    EXPECT_EQ(moves.sum(), 0U);
    moves.set(0, 5);
    moves.set(1, 7);
    moves.set(2, 11);
    moves.set(0, 6);
    EXPECT_EQ(moves.sum(), 24U);
    EXPECT_EQ(moves.sum(0, 2), 13U);
    EXPECT_EQ(moves.sum(1, 3), 18U);
    EXPECT_EQ(moves.sum(2, 2), 0U);
}

} // namespace
