// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/gap_log.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tollgate::measure {

std::int64_t gap_log::total_ns() const {
    return std::accumulate(listed.begin(), listed.end(), unlisted_ns,
                           [](std::int64_t sum, const gap& one) { return sum + one.length_ns; });
}

void gap_log::add(const gap& one) {
    if (listed.size() < most_listed) {
        listed.push_back(one);
    } else {
        ++unlisted;
        unlisted_ns += one.length_ns;
    }
}

bool gap_log::is_among_longest(std::int64_t length_ns) const {
    return longest.size() < most_longest || length_ns > longest.back().seen.length_ns;
}

void gap_log::keep_if_among_longest(counted_gap one) {
    if (!is_among_longest(one.seen.length_ns)) {
        return;
    }
    const auto place = std::find_if(longest.begin(), longest.end(), [&](const counted_gap& kept) {
        return kept.seen.length_ns < one.seen.length_ns;
    });
    longest.insert(place, std::move(one));
    if (longest.size() > most_longest) {
        longest.pop_back();
    }
}

void gap_log::add_all(const gap_log& other) {
    for (const gap& one : other.listed) {
        add(one);
    }
    for (const counted_gap& one : other.longest) {
        keep_if_among_longest(one);
    }
    unlisted += other.unlisted;
    unlisted_ns += other.unlisted_ns;
}

gap_log shortened(const gap_log& whole, std::size_t most) {
    if (whole.listed.size() <= most) {
        return whole;
    }
    std::vector<std::size_t> order(whole.listed.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return whole.listed[a].length_ns > whole.listed[b].length_ns;
    });
    std::vector<bool> kept(order.size(), false);
    for (std::size_t i = 0; i < most; ++i) {
        kept[order[i]] = true;
    }
    gap_log some = whole;
    some.listed.clear();
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i]) {
            some.listed.push_back(whole.listed[i]);
        } else {
            ++some.unlisted;
            some.unlisted_ns += whole.listed[i].length_ns;
        }
    }
    return some;
}

} // namespace tollgate::measure
