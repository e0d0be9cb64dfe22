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

// Vectors of signs for columns. The first vector leaves all signs unchanged. If there are few
// columns, the vectors are all possible ones, without the opposite of each, which gives the same
// sizes. Else they are random.
class sign_vectors {
public:
    sign_vectors(std::size_t columns, std::size_t exact_columns, std::size_t random_flips,
                 std::uint64_t seed)
        : exact_(columns <= exact_columns),
          random_(seed),
          size_(exact_ ? std::size_t{1} << (columns - 1) : random_flips) {}

    [[nodiscard]] std::size_t size() const { return size_; }

    // Writes the next vector: a sign for each column. Precondition: called size() times at most.
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

// The values of all rows, column by column, so that a column of all rows is flipped at once. An
// absent value is 0. Columns without any value are left out.
class flipped_columns {
public:
    explicit flipped_columns(const std::vector<const max_t_row*>& rows) : rows_(rows.size()) {
        std::size_t longest = 0;
        for (const max_t_row* row : rows) {
            longest = std::max(longest, row->size());
        }
        for (std::size_t column = 0; column < longest; ++column) {
            std::vector<double> values(rows_);
            std::vector<double> has_value(rows_);
            for (std::size_t i = 0; i < rows_; ++i) {
                if (column < rows[i]->size() && (*rows[i])[column]) {
                    values[i] = *(*rows[i])[column];
                    has_value[i] = 1;
                }
            }
            if (std::ranges::count(has_value, 1.0) > 0) {
                values_.push_back(std::move(values));
                has_value_.push_back(std::move(has_value));
            }
        }
    }

    [[nodiscard]] std::size_t size() const { return values_.size(); }

    // Subtracts the mean of a row from its values.
    void center(std::size_t row, double mean) {
        for (std::size_t column = 0; column < size(); ++column) {
            values_[column][row] -= mean * has_value_[column][row];
        }
    }

    // The sum of each row's values with these signs.
    void add_up(std::span<const double> signs, std::vector<double>& sums) const {
        add_up(values_, signs, sums);
    }
    // The sum of the signs of the columns in which a row has a value.
    void add_up_signs(std::span<const double> signs, std::vector<double>& sums) const {
        add_up(has_value_, signs, sums);
    }

private:
    void add_up(const std::vector<std::vector<double>>& terms, std::span<const double> signs,
                std::vector<double>& sums) const {
        sums.assign(rows_, 0.0);
        for (std::size_t column = 0; column < terms.size(); ++column) {
            for (std::size_t row = 0; row < rows_; ++row) {
                sums[row] += signs[column] * terms[column][row];
            }
        }
    }

    std::size_t rows_;
    std::vector<std::vector<double>> values_;
    std::vector<std::vector<double>> has_value_;
};

} // namespace tollgate::stats
