// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/max_t.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tollgate::stats {

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
