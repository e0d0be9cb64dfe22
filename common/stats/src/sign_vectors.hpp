// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace tollgate::stats {

// Signs for a number of columns, one vector after the other. The first one leaves all as they are.
// Either all of them, but for those that are the opposite of another, which show the same sizes;
// or, if these are too many, random ones.
class sign_vectors {
public:
    sign_vectors(std::size_t columns, std::size_t exact_columns, std::size_t random_flips,
                 std::uint64_t seed)
        : exact_(columns <= exact_columns),
          random_(seed),
          size_(exact_ ? std::size_t{1} << (columns - 1) : random_flips) {}

    [[nodiscard]] std::size_t size() const { return size_; }

    // Precondition: called size() times at most; one sign for each column.
    void next(std::span<double> signs) {
        for (std::size_t column = 0; column < signs.size(); ++column) {
            const std::uint64_t bit = exact_         ? number_ >> column & 1
                                      : number_ == 0 ? 0
                                                     : random_() >> 63;
            signs[column] = bit != 0 ? -1 : 1;
        }
        ++number_;
    }

private:
    bool exact_;
    std::mt19937_64 random_;
    std::size_t size_;
    std::uint64_t number_ = 0;
};

} // namespace tollgate::stats
