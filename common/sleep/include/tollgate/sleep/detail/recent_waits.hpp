// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tollgate::sleep::detail {

/// The lengths of recent waits, as weights of 16 classes. A wait's class is its length in parts of
/// what a sleep costs. Older waits have less weight: the last 16 waits have about two thirds of all
/// weight.
class recent_waits {
public:
    /// A byte for each class: the weight of this class.
    using words = std::array<std::uint64_t, 2>;
    static constexpr std::size_t classes = 16;
    /// The spin times in parts of the cost of a sleep. `cheapest` chooses one of them, but not the
    /// first. A class of waits begins after its spin time, and ends at the next. The last class has
    /// no end.
    static constexpr std::array<int, classes> spin_times{0,  2,  4,  7,  10, 14, 18, 23,
                                                         29, 35, 42, 50, 58, 67, 78, 90};
    static constexpr int parts = 64; ///< the parts of the cost of a sleep

    explicit recent_waits(const words& weights) noexcept : weights_(weights) {}

    [[nodiscard]] const words& weights() const noexcept { return weights_; }

    /// Adds a wait. Each wait decreases all weights by a sixteenth, rounded up, and adds 15 to the
    /// weight of its class. So a weight is at most 240, and the weight of a class without waits
    /// becomes zero.
    void add(std::chrono::nanoseconds wait, std::chrono::nanoseconds sleep_costs) noexcept {
        constexpr std::uint64_t fifteens = 0x0f0f'0f0f'0f0f'0f0f;
        for (std::uint64_t& word : weights_) {
            word -= ((word + fifteens) >> 4) & fifteens;
        }
        std::size_t wait_class = 0;
        while (wait_class + 1 < classes &&
               wait * parts > sleep_costs * spin_times[wait_class + 1]) {
            ++wait_class;
        }
        weights_[wait_class / 8] += fifteens & (std::uint64_t{0xff} << (wait_class % 8 * 8));
    }

    /// Returns the index of the spin time with the least cost for waits like these. Returns the
    /// present index if this cost is not at least a tenth lower. Otherwise, waits that
    /// alternate could cause a change after each wait.
    [[nodiscard]] std::size_t cheapest(std::size_t present) const noexcept {
        int longer = 0; // the weight of the waits that are longer than the spin time
        for (std::size_t i = 0; i < classes; ++i) {
            longer += weight(i);
        }
        // A wait costs the time of its spins, and the sleep if the wait is longer than the spins.
        std::array<int, classes> twice_the_cost{};
        int spun = 0; // twice the cost of the waits that end during the spins
        for (std::size_t i = 0; i < classes; ++i) {
            if (i > 0) {
                longer -= weight(i - 1);
                spun += weight(i - 1) * (spin_times[i - 1] + spin_times[i]);
            }
            twice_the_cost[i] = spun + 2 * longer * (spin_times[i] + parts);
        }
        const auto best = std::min_element(twice_the_cost.begin() + 1, twice_the_cost.end());
        return *best < twice_the_cost[present] / 10 * 9
                   ? static_cast<std::size_t>(best - twice_the_cost.begin())
                   : present;
    }

private:
    [[nodiscard]] int weight(std::size_t wait_class) const noexcept {
        return static_cast<int>(weights_[wait_class / 8] >> (wait_class % 8 * 8) & 0xff);
    }

    words weights_;
};

} // namespace tollgate::sleep::detail
