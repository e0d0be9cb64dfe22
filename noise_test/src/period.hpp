// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::noise_test {

/// A clock that causes gaps: they come at multiples of it, with one phase over the whole run.
struct period {
    double ns = 0;
    double share = 0; ///< the share of the gaps that belong to it

    [[nodiscard]] double hz() const { return 1e9 / ns; }
};

/// Whether there are enough moments, in enough slices, that a period could be told: 20 and 6.
/// The moments ascend. Pure.
[[nodiscard]] bool may_tell_period(std::span<const std::int64_t> moments_ns);

/// The period that these moments, ascending, keep over the whole run, or nothing.
///
/// A moment's place in a period is its phase. A clock keeps its phase from one slice of watching to
/// the next. Gaps that follow each other at even distances, but start anew or drift between slices,
/// do not, and no period is told for them. Hence the unit of the test is the slice, not the gap:
/// gaps of one slice may depend on each other in any way. The share of the gaps of each slice that
/// lies in a twentieth of the period is taken; bursts in one turn of the period count once. Where
/// no phase is kept, that is a twentieth in the mean over the slices. The densest twentieth is
/// compared with this. A period is told if, by chance, the twentieth would have that much in less
/// than one of 1000 runs, for all that is tried together (Hoeffding's bound for means of numbers
/// from 0 to 1, which is on the safe side). Slices that are close in time are put together, to 100
/// units at most. Each third of the run must show the same twentieth, because slices close in time
/// are alike if a phase drifts slowly. Such a phase is an exception: if it drifts by less than
/// about 15 % of the period from one unit of the test to the next, it may be told as one that is
/// kept.
///
/// The periods that are tried are the usual ticks (100, 250, 300, 1000 Hz), the most common
/// distance of two moments in a row, which is made exact over the whole run, and multiples of what
/// was found. A tick of 10 ms explains all that one of 20 ms explains. So of those that explain
/// about as much the longest is taken, up to a second, if chance would not do the same. A period
/// that is longer than a slice and no multiple of a usual tick is not looked for.
///
/// Two ticks of one period at different phases are one, and their shares are added. The share is
/// that of the gaps in these twentieths, less those that lie there by chance. Pure.
[[nodiscard]] std::optional<period> find_period(std::span<const std::int64_t> moments_ns);

/// The most common distance of moments in a row that are less than `farthest_ns` apart, as those of
/// one slice are. Nothing for fewer than 20 distances, or if no distance has a tenth of them within
/// 2 %. Pure.
[[nodiscard]] std::optional<double> common_distance(std::span<const std::int64_t> moments_ns,
                                                    std::int64_t farthest_ns);

} // namespace tollgate::noise_test
