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

std::vector<std::size_t> shuffled(std::size_t n, std::mt19937_64& random) {
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::shuffle(all.begin(), all.end(), random);
    return all;
}

} // namespace

std::vector<std::size_t> balanced_order(std::size_t count, std::size_t round, std::uint64_t seed) {
    if (count == 0) {
        return {};
    }
    const std::size_t block_length = count % 2 == 0 ? count : 2 * count;
    std::mt19937_64 random(seed + 0x9e3779b97f4a7c15u * (round / block_length));
    const std::vector<std::size_t> labels = shuffled(count, random);
    // If the number of slots is even, the second half of the rows is the first half backwards.
    const std::size_t in_block = round % block_length;
    const std::size_t row = shuffled(block_length / 2, random)[in_block / 2];
    const bool backwards_first = std::mt19937_64(random() + row)() % 2 == 1;
    std::vector<std::size_t> order = williams_row(count, row);
    if ((in_block % 2 == 1) != backwards_first) {
        std::reverse(order.begin(), order.end());
    }
    std::transform(order.begin(), order.end(), order.begin(),
                   [&](std::size_t slot) { return labels[slot]; });
    return order;
}

} // namespace tollgate::measure
