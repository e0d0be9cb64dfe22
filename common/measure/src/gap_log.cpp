// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/gap_log.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tollgate::measure {
namespace {

/// The last steps of splitmix64.
std::uint64_t hash_of(const gap& entry) {
    auto bits = static_cast<std::uint64_t>(entry.at_ns) + 0x9e3779b97f4a7c15U;
    bits ^= static_cast<std::uint64_t>(entry.length_ns) << 32;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
}

bool is_listed(const gap& entry, std::uint64_t one_in) {
    return (hash_of(entry) & (one_in - 1)) == 0;
}

} // namespace

std::int64_t gap_log::total_ns() const {
    return std::accumulate(
        listed.begin(), listed.end(), unlisted_ns,
        [](std::int64_t sum, const gap& entry) { return sum + entry.length_ns; });
}

void gap_log::add(const gap& added) {
    if (!is_listed(added, one_in)) {
        ++unlisted;
        unlisted_ns += added.length_ns;
        return;
    }
    listed.push_back(added);
    while (listed.size() > most_listed) {
        thin(2 * one_in);
    }
}

void gap_log::thin(std::uint64_t to_one_in) {
    one_in = to_one_in;
    const auto left_out = std::stable_partition(
        listed.begin(), listed.end(), [&](const gap& entry) { return is_listed(entry, one_in); });
    for (auto entry = left_out; entry != listed.end(); ++entry) {
        ++unlisted;
        unlisted_ns += entry->length_ns;
    }
    listed.erase(left_out, listed.end());
}

void gap_log::add_watched(const watched_time& added) {
    const auto same = std::find_if(watched.begin(), watched.end(), [&](const watched_time& entry) {
        return entry.process == added.process;
    });
    if (same == watched.end()) {
        watched.push_back(added);
        return;
    }
    same->lost_ns += added.lost_ns;
    same->watched_ns += added.watched_ns;
}

bool gap_log::is_among_longest(std::int64_t length_ns) const {
    return longest.size() < most_longest || length_ns > longest.back().interruption.length_ns;
}

void gap_log::keep_if_among_longest(counted_gap candidate) {
    if (!is_among_longest(candidate.interruption.length_ns)) {
        return;
    }
    const auto place = std::find_if(longest.begin(), longest.end(), [&](const counted_gap& kept) {
        return kept.interruption.length_ns < candidate.interruption.length_ns;
    });
    longest.insert(place, std::move(candidate));
    if (longest.size() > most_longest) {
        longest.pop_back();
    }
}

void gap_log::add_all(const gap_log& other) {
    if (other.one_in > one_in) {
        thin(other.one_in);
    }
    for (const gap& entry : other.listed) {
        add(entry);
    }
    for (const counted_gap& entry : other.longest) {
        keep_if_among_longest(entry);
    }
    for (const watched_time& time : other.watched) {
        add_watched(time);
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
    gap_log result = whole;
    result.listed.clear();
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i]) {
            result.listed.push_back(whole.listed[i]);
        } else {
            ++result.unlisted;
            result.unlisted_ns += whole.listed[i].length_ns;
        }
    }
    return result;
}

} // namespace tollgate::measure
