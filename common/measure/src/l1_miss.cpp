// SPDX-License-Identifier: BSL-1.0
#include "l1_miss.hpp"

#include <tollgate/clock/chosen_clock.hpp>
#include <tollgate/measure/hidden.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include <unistd.h>

namespace tollgate::measure {
namespace {

constexpr std::size_t usual_bytes = std::size_t{192} * 1024;
constexpr std::uint64_t chain_seed = 1;
constexpr int passes = 10;
/// Some thousand loads take a thousand times as long as reading the clock.
constexpr std::size_t laps_a_pass = 4;

#if defined(_SC_LEVEL1_DCACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE)
std::size_t size_or_zero(int name) {
    return static_cast<std::size_t>(std::max(0L, ::sysconf(name)));
}
std::size_t bytes_for_this_machine() {
    return chain_bytes(size_or_zero(_SC_LEVEL1_DCACHE_SIZE), size_or_zero(_SC_LEVEL2_CACHE_SIZE));
}
#else
std::size_t bytes_for_this_machine() {
    return chain_bytes(0, 0);
}
#endif

const chain_link* follow(const chain_link* at, std::size_t loads) {
    for (std::size_t i = 0; i < loads; ++i) {
        at = at->next;
    }
    return hidden(at);
}

} // namespace

std::vector<chain_link> make_chain(std::size_t links, std::uint64_t seed) {
    std::vector<std::size_t> order(links);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937_64 random(seed);
    for (std::size_t i = links; i > 1; --i) {
        std::swap(order[i - 1], order[random() % (i - 1)]);
    }
    std::vector<chain_link> chain(links);
    for (std::size_t i = 0; i < links; ++i) {
        chain[i].next = &chain[order[i]];
    }
    return chain;
}

std::size_t chain_bytes(std::size_t first_cache, std::size_t second_cache) {
    if (first_cache == 0) {
        return usual_bytes;
    }
    const std::size_t most = second_cache == 0 ? 4 * first_cache : second_cache / 2;
    return std::clamp(4 * first_cache, 2 * first_cache, std::max(most, 2 * first_cache));
}

double measure_l1_miss(clock::source source, double ns_per_count) {
    const std::vector<chain_link> chain =
        make_chain(bytes_for_this_machine() / sizeof(chain_link), chain_seed);
    const std::size_t loads = laps_a_pass * chain.size();
    const chain_link* at = follow(chain.data(), loads); // into the second cache
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    const clock::chosen_clock watch(source);
    for (int pass = 0; pass < passes; ++pass) {
        const std::int64_t start = watch.begin();
        at = follow(at, loads);
        least = std::min(least, watch.end() - start);
    }
    return std::max(0.0, static_cast<double>(least) * ns_per_count / static_cast<double>(loads));
}

} // namespace tollgate::measure
