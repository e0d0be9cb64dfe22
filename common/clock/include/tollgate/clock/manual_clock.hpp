// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>

namespace tollgate::clock {

/// A stopwatch moved by hand, for checks: what is computed from its intervals is exact. Each
/// reading moves it by a cost of its own, as a real reading takes time. Copies share one time line.
/// Not thread safe.
class manual_clock {
public:
    explicit manual_clock(std::int64_t reading_cost = 0)
        : line_(std::make_shared<line>(line{0, reading_cost, 1})) {}

    void advance(std::int64_t counts) const { line_->now += counts; }

    /// Readings are rounded down to a multiple of this, as on a clock that steps.
    void set_step(std::int64_t counts) const { line_->step = counts; }

    [[nodiscard]] std::int64_t begin() const { return read(); }
    [[nodiscard]] std::int64_t end() const { return read(); }

private:
    struct line {
        std::int64_t now;
        std::int64_t reading_cost;
        std::int64_t step;
    };

    [[nodiscard]] std::int64_t read() const {
        const std::int64_t seen = line_->now / line_->step * line_->step;
        line_->now += line_->reading_cost;
        return seen;
    }

    std::shared_ptr<line> line_;
};

} // namespace tollgate::clock
