// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/max_t.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

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

// All values column by column, so that a column of all rows is flipped at once; 0 where there is
// none. Columns that no row has are left out.
class flipped_columns {
public:
    explicit flipped_columns(const std::vector<const max_t_row*>& rows) : rows_(rows.size()) {
        std::size_t most = 0;
        for (const max_t_row* row : rows) {
            most = std::max(most, row->size());
        }
        for (std::size_t column = 0; column < most; ++column) {
            std::vector<double> values(rows_);
            std::vector<double> there(rows_);
            for (std::size_t i = 0; i < rows_; ++i) {
                if (column < rows[i]->size() && (*rows[i])[column]) {
                    values[i] = *(*rows[i])[column];
                    there[i] = 1;
                }
            }
            if (std::ranges::count(there, 1.0) > 0) {
                values_.push_back(std::move(values));
                there_.push_back(std::move(there));
            }
        }
    }

    [[nodiscard]] std::size_t size() const { return values_.size(); }

    // What is left of a row without its mean.
    void center(std::size_t row, double by) {
        for (std::size_t column = 0; column < size(); ++column) {
            values_[column][row] -= by * there_[column][row];
        }
    }

    // The sum of each row with these signs, and that of the signs of the columns that it has.
    void add_up(std::span<const double> signs, std::vector<double>& sums) const {
        add_up(values_, signs, sums);
    }
    void add_up_signs(std::span<const double> signs, std::vector<double>& sums) const {
        add_up(there_, signs, sums);
    }

private:
    void add_up(const std::vector<std::vector<double>>& of, std::span<const double> signs,
                std::vector<double>& sums) const {
        sums.assign(rows_, 0.0);
        for (std::size_t column = 0; column < of.size(); ++column) {
            for (std::size_t row = 0; row < rows_; ++row) {
                sums[row] += signs[column] * of[column][row];
            }
        }
    }

    std::size_t rows_;
    std::vector<std::vector<double>> values_;
    std::vector<std::vector<double>> there_;
};

} // namespace tollgate::stats
