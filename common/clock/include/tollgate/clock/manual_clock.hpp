// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>

namespace tollgate::clock {

/// A stopwatch for checks that is moved by hand, so that its intervals are exact.
///
///     const clock::manual_clock watch;
///     const std::int64_t start = watch.begin();
///     watch.advance(100);
///     const bool exact = watch.end() - start == 100;
///
/// - *Threads*: one at a time. Copies share the time.
class manual_clock {
public:
    /// Each reading moves the time by `reading_cost`, as a real reading takes time.
    explicit manual_clock(std::int64_t reading_cost = 0)
        : line_(std::make_shared<line>(line{0, reading_cost, 1})) {}

    /// Moves the time.
    void advance(std::int64_t counts) const { line_->now += counts; }

    /// Rounds readings down to a multiple of this, like a clock that steps.
    void set_step(std::int64_t counts) const { line_->step = counts; }

    /// A reading at the begin of an interval.
    [[nodiscard]] std::int64_t begin() const { return read(); }
    /// A reading at the end of an interval.
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
