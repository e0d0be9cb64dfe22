// SPDX-License-Identifier: BSL-1.0
#include "../src/l1_miss.hpp"

#include <tollgate/measure/calibration.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace tollgate::measure {
namespace {

/// The links in the order in which they are come by, by their places, from the first until one
/// comes again.
std::vector<std::size_t> way_through(const std::vector<chain_link>& chain) {
    std::vector<std::size_t> places;
    std::set<const chain_link*> seen;
    for (const chain_link* at = chain.data(); seen.insert(at).second; at = at->next) {
        places.push_back(static_cast<std::size_t>(at - chain.data()));
    }
    return places;
}

TEST(l1_miss_chain, the_way_leads_through_every_link_once_and_back) {
    for (const std::size_t links : {1u, 2u, 3u, 4u, 100u, 1536u}) {
        for (const std::uint64_t seed : {0u, 1u, 2u}) {
            const std::vector<chain_link> chain = make_chain(links, seed);
            std::vector<std::size_t> places = way_through(chain);
            EXPECT_EQ(chain[places.back()].next, chain.data());
            std::sort(places.begin(), places.end());
            ASSERT_EQ(places.size(), links);
            EXPECT_EQ(places.front(), 0u);
            EXPECT_EQ(places.back(), links - 1);
        }
    }
    EXPECT_TRUE(make_chain(0, 1).empty());
}

TEST(l1_miss_chain, is_the_same_for_the_same_seed) {
    EXPECT_EQ(way_through(make_chain(1536, 1)), way_through(make_chain(1536, 1)));
    EXPECT_NE(way_through(make_chain(1536, 1)), way_through(make_chain(1536, 2)));
    EXPECT_EQ(way_through(make_chain(5, 0)), (std::vector<std::size_t>{0, 3, 4, 2, 1}));
}

TEST(l1_miss_chain, has_no_stride_that_a_prefetcher_could_know) {
    const std::vector<std::size_t> places = way_through(make_chain(1536, 1));
    std::size_t neighbours = 0;
    for (std::size_t i = 1; i < places.size(); ++i) {
        const std::size_t step =
            std::max(places[i], places[i - 1]) - std::min(places[i], places[i - 1]);
        neighbours += step <= 2 ? 1u : 0u;
    }
    EXPECT_LT(neighbours, 20u);
}

TEST(l1_miss_chain, a_link_has_a_cache_line_of_its_own) {
    const std::vector<chain_link> chain = make_chain(3, 1);
    for (const chain_link& one : chain) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&one) % 128, 0u);
    }
    EXPECT_EQ(sizeof(chain_link), 128u);
}

TEST(l1_miss_chain, is_longer_than_the_first_cache_and_fits_into_the_second) {
    constexpr std::size_t kib = 1024;
    EXPECT_EQ(chain_bytes(32 * kib, 1024 * kib), 128 * kib);
    EXPECT_EQ(chain_bytes(48 * kib, 2048 * kib), 192 * kib);
    EXPECT_EQ(chain_bytes(32 * kib, 256 * kib), 128 * kib);
    EXPECT_EQ(chain_bytes(64 * kib, 256 * kib), 128 * kib);
    EXPECT_EQ(chain_bytes(48 * kib, 256 * kib), 128 * kib);
    EXPECT_EQ(chain_bytes(64 * kib, 64 * kib), 128 * kib);
    EXPECT_EQ(chain_bytes(32 * kib, 0), 128 * kib);
    EXPECT_EQ(chain_bytes(0, 0), 192 * kib);
    EXPECT_EQ(chain_bytes(0, 256 * kib), 192 * kib);
}

TEST(calibrate, finds_what_a_miss_of_the_first_cache_costs) {
    EXPECT_GT(calibrate(clock::source::monotonic).l1_miss_ns, 0);
    EXPECT_EQ(calibration{}.l1_miss_ns, 0);
}

} // namespace
} // namespace tollgate::measure
