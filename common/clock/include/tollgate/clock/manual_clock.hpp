// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>

namespace tollgate::clock {

/// A stopwatch for checks. Its time advances only when you call its functions, so the intervals are
/// exact.
///
///     const clock::manual_clock watch;
///     const std::int64_t start = watch.begin();
///     watch.advance(100);
///     const bool exact = watch.end() - start == 100;
///
/// - *Threads*: one at a time. Copies of a clock share their time.
class manual_clock {
public:
    /// Creates a clock whose time advances by `reading_cost` at each reading, like a real clock.
    explicit manual_clock(std::int64_t reading_cost = 0)
        : line_(std::make_shared<line>(line{0, reading_cost, 1})) {}

    /// Advances the time.
    void advance(std::int64_t counts) const { line_->now += counts; }

    /// Makes the clock round its readings down to a multiple of `counts`, like a clock with coarse
    /// steps.
    void set_step(std::int64_t counts) const { line_->step = counts; }

    /// Returns a reading at the beginning of an interval.
    [[nodiscard]] std::int64_t begin() const { return read(); }
    /// Returns a reading at the end of an interval.
    [[nodiscard]] std::int64_t end() const { return read(); }

private:
    struct line {
        std::int64_t now;
        std::int64_t reading_cost;
        std::int64_t step;
    };

    [[nodiscard]] std::int64_t read() const {
        const std::int64_t reading = line_->now / line_->step * line_->step;
        line_->now += line_->reading_cost;
        return reading;
    }

    std::shared_ptr<line> line_;
};

} // namespace tollgate::clock
