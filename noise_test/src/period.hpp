// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::noise_test {

/// A clock behind gaps: they come at multiples of it.
struct period {
    double ns = 0;
    double share = 0; ///< of the gaps, how many belong to it

    [[nodiscard]] double hz() const { return 1e9 / ns; }
};

/// The period of these moments, ascending, or nothing.
///
/// Tried are the usual ticks (100, 250, 300, 1000 Hz) and the most common distance of two moments
/// in a row, which is made exact by trying what is near it. A moment's place in a period is its
/// phase; where there is no period, each twentieth of the phases has a twentieth of the moments.
/// The densest twentieth is held against that: it is a period if it has more by chance in less than
/// one of 1000 cases, for all that is tried together (Chernoff's bound of the binomial
/// distribution, which is on the safe side). A burst of gaps in one turn of the period counts once.
///
/// What a tick of 4 ms explains, one of 1 ms explains, too: of those that explain about as much the
/// longest is taken. Two ticks of one period at different phases are one, and their shares are
/// added. Pure.
[[nodiscard]] std::optional<period> find_period(std::span<const std::int64_t> moments_ns);

/// The most common distance of moments in a row that are less than `farthest_ns` apart, as those of
/// one slice are; nothing for fewer than 20 distances, or if no distance has a tenth of them within
/// 2 %. Pure.
[[nodiscard]] std::optional<double> common_distance(std::span<const std::int64_t> moments_ns,
                                                    std::int64_t farthest_ns);

} // namespace tollgate::noise_test
