// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/gap_log.hpp>
#include <tollgate/measure/loop_member.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

gap_log of_lengths(const std::vector<std::int64_t>& lengths) {
    gap_log log;
    std::int64_t at = 0;
    for (const std::int64_t length : lengths) {
        log.add({at += 10'000, length, 3});
    }
    return log;
}

std::vector<std::int64_t> lengths_of(const gap_log& log) {
    std::vector<std::int64_t> lengths;
    for (const gap& one : log.listed) {
        lengths.push_back(one.length_ns);
    }
    return lengths;
}

TEST(gap_log, beyond_its_bound_it_counts_and_sums) {
    gap_log log;
    for (std::size_t i = 0; i < gap_log::most_listed + 3; ++i) {
        log.add({0, 2'000, 0});
    }
    EXPECT_EQ(log.listed.size(), gap_log::most_listed);
    EXPECT_EQ(log.unlisted, 3U);
    EXPECT_EQ(log.unlisted_ns, 6'000);
    EXPECT_EQ(log.count(), gap_log::most_listed + 3);
    EXPECT_EQ(log.total_ns(), 2'000 * static_cast<std::int64_t>(gap_log::most_listed + 3));
    gap_log two = log;
    two.add_all(log);
    EXPECT_EQ(two.count(), 2 * log.count());
    EXPECT_EQ(two.total_ns(), 2 * log.total_ns());
    EXPECT_EQ(two.listed.size(), gap_log::most_listed);
}

TEST(gap_log, keeps_the_longest_with_their_words) {
    gap_log log;
    for (const std::int64_t length : {5, 1, 9, 7, 3, 8, 2, 6, 4, 10}) {
        log.keep_if_among_longest({{0, length, 0}, {std::to_string(length)}});
    }
    ASSERT_EQ(log.longest.size(), gap_log::most_longest);
    for (std::size_t i = 0; i < log.longest.size(); ++i) {
        EXPECT_EQ(log.longest[i].seen.length_ns, 10 - static_cast<std::int64_t>(i));
        EXPECT_THAT(log.longest[i].meanwhile, ElementsAre(std::to_string(10 - i)));
    }
    EXPECT_FALSE(log.is_among_longest(3));
    EXPECT_TRUE(log.is_among_longest(4));
    EXPECT_TRUE(gap_log{}.is_among_longest(0));
}

TEST(gap_log, shortened_has_the_longest_in_their_order_and_loses_no_time) {
    const gap_log whole = of_lengths({5, 1, 9, 7, 3});
    const gap_log some = shortened(whole, 3);
    EXPECT_THAT(lengths_of(some), ElementsAre(5, 9, 7));
    EXPECT_EQ(some.unlisted, 2U);
    EXPECT_EQ(some.unlisted_ns, 4);
    EXPECT_EQ(some.total_ns(), whole.total_ns());
    EXPECT_EQ(shortened(some, 3), some);
    EXPECT_EQ(shortened(whole, 5), whole);
    EXPECT_THAT(shortened(whole, 0).listed, IsEmpty());
}

TEST(gap_log, of_several_passes_and_members_is_put_together) {
    case_record record;
    case_record pass;
    pass.gaps = of_lengths({5, 1});
    pass.gaps.keep_if_among_longest({{10'000, 5, 3}, {"words"}});
    add_pass(record, pass);
    add_pass(record, pass);
    EXPECT_THAT(lengths_of(record.gaps), ElementsAre(5, 1, 5, 1));
    EXPECT_EQ(record.gaps.longest.size(), 2U);

    loop_member member;
    member.own.gaps = of_lengths({4});
    loop_report whole;
    member.add_to(whole);
    EXPECT_THAT(lengths_of(whole.gaps), ElementsAre(4));
}

} // namespace
} // namespace tollgate::measure
