// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/balanced_order.hpp>

#include <algorithm>
#include <numeric>
#include <random>

namespace tollgate::measure {
namespace {

/// Row `row` of the Williams square: 0, 1, n-1, 2, n-2, … with `row` added modulo n.
std::vector<std::size_t> williams_row(std::size_t n, std::size_t row) {
    std::vector<std::size_t> order(n);
    for (std::size_t place = 0; place < n; ++place) {
        const std::size_t zigzag = place % 2 == 1 ? (place + 1) / 2 : (n - place / 2) % n;
        order[place] = (zigzag + row) % n;
    }
    return order;
}

std::vector<std::size_t> relabelling(std::size_t n, std::uint64_t seed, std::size_t block) {
    std::vector<std::size_t> labels(n);
    std::iota(labels.begin(), labels.end(), std::size_t{0});
    std::mt19937_64 random(seed + 0x9e3779b97f4a7c15u * block);
    std::shuffle(labels.begin(), labels.end(), random);
    return labels;
}

} // namespace

std::vector<std::size_t> balanced_order(std::size_t slots, std::size_t round, std::uint64_t seed) {
    if (slots == 0) {
        return {};
    }
    const std::size_t block_length = slots % 2 == 0 ? slots : 2 * slots;
    const std::size_t row = round % block_length;
    std::vector<std::size_t> order = williams_row(slots, row % slots);
    if (row >= slots) {
        std::reverse(order.begin(), order.end());
    }
    const std::vector<std::size_t> labels = relabelling(slots, seed, round / block_length);
    std::transform(order.begin(), order.end(), order.begin(),
                   [&](std::size_t slot) { return labels[slot]; });
    return order;
}

} // namespace tollgate::measure
