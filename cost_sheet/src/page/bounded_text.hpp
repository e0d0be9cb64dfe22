// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tollgate::cost_sheet {

/// A text that is put together from pieces and stays within a bound. Once a piece did not fit, no
/// later one is taken, so that what is missing is the end. Not thread safe.
class bounded_text {
public:
    explicit bounded_text(std::size_t most) : most_(most) {}

    /// Takes all of the piece or nothing.
    bool add(std::string_view piece) {
        if (left_out_ != 0 || piece.size() > most_ - text_.size()) {
            ++left_out_;
            return false;
        }
        text_ += piece;
        return true;
    }

    [[nodiscard]] const std::string& str() const { return text_; }
    /// How many pieces were not taken.
    [[nodiscard]] std::size_t left_out() const { return left_out_; }

private:
    std::size_t most_;
    std::string text_;
    std::size_t left_out_ = 0;
};

} // namespace tollgate::cost_sheet
