// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/calibration.hpp>

#include "../src/l1_miss.hpp"
#include "../src/refusal.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::HasSubstr;

const clock::invariance promised{true, "CPUID says so"};
const clock::rate steady{2.5e9, 1000, true, std::chrono::milliseconds(16)};

std::string refusal(const clock::invariance& counter, const clock::rate& found) {
    try {
        refuse_unusable_counter(counter, found);
    } catch (const clock_refused& refused) {
        return refused.what();
    }
    return "accepted";
}

TEST(refuse_unusable_counter, says_why_and_accepts_an_invariant_and_even_one) {
    EXPECT_EQ(refusal(promised, steady), "accepted");
    const std::string why = refusal({false, "no leaf 0x80000007"}, steady);
    EXPECT_THAT(why, HasSubstr("not invariant (no leaf 0x80000007)"));
    EXPECT_THAT(why, HasSubstr("--clock realtime"));
    clock::rate uneven = steady;
    uneven.even = false;
    EXPECT_THAT(refusal(promised, uneven), HasSubstr("unevenly"));
    for (const double hz : {0.0, -2.5e9, std::nan("")}) {
        clock::rate odd = steady;
        odd.hz = hz;
        EXPECT_NE(refusal(promised, odd), "accepted") << hz;
    }
}

void expect_ordered(const calibration& seen) {
    EXPECT_GT(seen.reading_samples, 0u);
    EXPECT_LE(seen.reading_ns_min, seen.reading_ns_p50);
    EXPECT_LE(seen.reading_ns_p50, seen.reading_ns_p99);
    EXPECT_LE(seen.reading_ns_p99, seen.reading_ns_max);
    EXPECT_GE(seen.resolution_ns, 0);
    EXPECT_FALSE(seen.counter_reason.empty());
}

TEST(calibrate, a_clock_that_counts_nanoseconds) {
    for (const auto source : {clock::source::realtime, clock::source::monotonic,
                              clock::source::monotonic_raw, clock::source::monotonic_coarse}) {
        const calibration seen = calibrate(source);
        EXPECT_EQ(seen.source, source);
        EXPECT_EQ(seen.ns_per_count, 1);
        EXPECT_EQ(seen.rate_hz, 1e9);
        EXPECT_EQ(seen.rate_error_hz, 0);
        expect_ordered(seen);
        if (source != clock::source::realtime) {
            EXPECT_EQ(seen.readings_backwards, 0u);
            EXPECT_GE(seen.reading_ns_min, 0);
        }
        if (source == clock::source::monotonic) {
            EXPECT_GT(seen.l1_miss_ns, 0);
        }
    }
}

TEST(calibrate, the_counter_or_says_why_not) {
    try {
        const calibration seen = calibrate(clock::source::tsc);
        EXPECT_EQ(seen.source, clock::source::tsc);
        EXPECT_TRUE(seen.counter_invariant);
        EXPECT_GT(seen.rate_hz, 0);
        EXPECT_GT(seen.rate_error_hz, 0);
        EXPECT_DOUBLE_EQ(seen.ns_per_count * seen.rate_hz, 1e9);
        expect_ordered(seen);
    } catch (const clock_refused& refused) {
        EXPECT_THAT(refused.what(), HasSubstr("the counter"));
    }
}

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

TEST(l1_miss_chain, is_longer_than_the_first_cache_and_fits_into_the_second) {
    constexpr std::size_t kib = 1024;
    EXPECT_EQ(chain_bytes(48 * kib, 2048 * kib), 192 * kib);
    EXPECT_EQ(chain_bytes(64 * kib, 256 * kib), 128 * kib);
    EXPECT_EQ(chain_bytes(32 * kib, 0), 128 * kib);
    EXPECT_EQ(chain_bytes(0, 0), 192 * kib);
    EXPECT_EQ(chain_bytes(0, 256 * kib), 192 * kib);
}

} // namespace
} // namespace tollgate::measure
