// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/gap_log.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tollgate::measure {
namespace {

/// The last steps of splitmix64.
std::uint64_t hash_of(const gap& one) {
    auto bits = static_cast<std::uint64_t>(one.at_ns) + 0x9e3779b97f4a7c15U;
    bits ^= static_cast<std::uint64_t>(one.length_ns) << 32;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
}

bool is_listed(const gap& one, std::uint64_t one_in) {
    return (hash_of(one) & (one_in - 1)) == 0;
}

} // namespace

std::int64_t gap_log::total_ns() const {
    return std::accumulate(listed.begin(), listed.end(), unlisted_ns,
                           [](std::int64_t sum, const gap& one) { return sum + one.length_ns; });
}

void gap_log::add(const gap& one) {
    if (!is_listed(one, one_in)) {
        ++unlisted;
        unlisted_ns += one.length_ns;
        return;
    }
    listed.push_back(one);
    while (listed.size() > most_listed) {
        thin(2 * one_in);
    }
}

void gap_log::thin(std::uint64_t to_one_in) {
    one_in = to_one_in;
    const auto left_out = std::stable_partition(
        listed.begin(), listed.end(), [&](const gap& one) { return is_listed(one, one_in); });
    for (auto one = left_out; one != listed.end(); ++one) {
        ++unlisted;
        unlisted_ns += one->length_ns;
    }
    listed.erase(left_out, listed.end());
}

void gap_log::add_watched(const watched_time& some) {
    const auto same = std::find_if(watched.begin(), watched.end(), [&](const watched_time& one) {
        return one.process == some.process;
    });
    if (same == watched.end()) {
        watched.push_back(some);
        return;
    }
    same->taken_ns += some.taken_ns;
    same->watched_ns += some.watched_ns;
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
    if (other.one_in > one_in) {
        thin(other.one_in);
    }
    for (const gap& one : other.listed) {
        add(one);
    }
    for (const counted_gap& one : other.longest) {
        keep_if_among_longest(one);
    }
    for (const watched_time& some : other.watched) {
        add_watched(some);
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
