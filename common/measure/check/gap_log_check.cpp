// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/gap_log.hpp>
#include <tollgate/measure/loop_member.hpp>

#include <gmock/gmock.h>

#include <algorithm>
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

gap_log of_gaps(std::int64_t first, std::int64_t count) {
    gap_log log;
    for (std::int64_t i = first; i < first + count; ++i) {
        log.add({i * 10'000, 2'000, 0});
    }
    return log;
}

TEST(gap_log, beyond_its_bound_it_counts_and_sums) {
    constexpr auto made = static_cast<std::int64_t>(gap_log::most_listed) + 3;
    gap_log log = of_gaps(0, made);
    EXPECT_LE(log.listed.size(), gap_log::most_listed);
    EXPECT_EQ(log.count(), made);
    EXPECT_EQ(log.total_ns(), 2'000 * made);
    log.add_all(of_gaps(made, made));
    EXPECT_LE(log.listed.size(), gap_log::most_listed);
    EXPECT_EQ(log.count(), 2 * made);
    EXPECT_EQ(log.total_ns(), 2 * 2'000 * made);
}

TEST(gap_log, of_too_many_gaps_a_sample_of_all_of_them_is_listed) {
    constexpr std::int64_t made = 110'000;
    const gap_log log = of_gaps(0, made);
    EXPECT_EQ(log.one_in, 8U);
    EXPECT_NEAR(static_cast<double>(log.listed.size()), made / 8.0, 500);
    for (std::int64_t tenth = 0; tenth < 10; ++tenth) {
        const auto in_it = std::count_if(log.listed.begin(), log.listed.end(), [&](const gap& one) {
            return one.at_ns / 10'000 / (made / 10) == tenth;
        });
        EXPECT_NEAR(static_cast<double>(in_it), made / 80.0, 200) << tenth;
    }
}

TEST(gap_log, the_sample_is_the_same_however_it_is_put_together) {
    const gap_log whole = of_gaps(0, 90'000);
    gap_log put;
    put.add_all(of_gaps(0, 10));
    put.add_all(of_gaps(10, 70'000));
    put.add_all(of_gaps(70'010, 19'990));
    EXPECT_EQ(put, whole);
}

TEST(gap_log, has_the_time_of_each_pass_once) {
    gap_log log;
    log.add_watched({0, 10, 100});
    log.add_watched({0, 5, 100});
    gap_log other;
    other.add_watched({0, 1, 50});
    other.add_watched({1, 2, 50});
    EXPECT_FALSE(other.empty());
    log.add_all(other);
    EXPECT_THAT(log.watched, ElementsAre(watched_time{0, 16, 250}, watched_time{1, 2, 50}));
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
