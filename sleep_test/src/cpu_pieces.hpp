// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/clock/stopwatch.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>

namespace tollgate::sleep_test {

/// The CPU time of pieces of a thread's work, for example of its waits. The work between the pieces
/// does not count. The kernel's clock of the thread is read before and after each piece; the cost
/// of these readings is subtracted.
///
/// The first piece is a warm-up, and does not count.
///
/// - *Threads*: one thread adds all pieces.
/// - *Cost*: two system calls for each piece.
template <clock::stopwatch ThreadClock = clock::posix_clock<CLOCK_THREAD_CPUTIME_ID>>
class cpu_pieces {
public:
    template <class Piece>
    void add(Piece piece) {
        const std::int64_t begun = ThreadClock{}.begin();
        piece();
        const std::int64_t ended = ThreadClock{}.end();
        if (warmed_up_) {
            sum_ns_ += ended - begun;
            ++pieces_;
        }
        warmed_up_ = true;
    }

    /// The mean CPU time of a piece; 0 if no piece counts.
    [[nodiscard]] double mean_ns() const {
        return pieces_ == 0
                   ? 0
                   : static_cast<double>(sum_ns_) / static_cast<double>(pieces_) - reading_ns_;
    }

private:
    /// The median of some empty pieces.
    static double cost_of_reading() {
        std::array<std::int64_t, 31> costs_ns{};
        for (std::int64_t& cost_ns : costs_ns) {
            const std::int64_t begun = ThreadClock{}.begin();
            cost_ns = ThreadClock{}.end() - begun;
        }
        const auto middle = costs_ns.begin() + costs_ns.size() / 2;
        std::nth_element(costs_ns.begin(), middle, costs_ns.end());
        return static_cast<double>(*middle);
    }

    double reading_ns_ = cost_of_reading();
    std::int64_t sum_ns_ = 0;
    std::uint64_t pieces_ = 0;
    bool warmed_up_ = false;
};

/// Replaces the CPU time in the report of a loop, whose threads also do other work.
inline void set_cpu_time(measure::loop_report& report, double operation_ns) {
    const auto operations = static_cast<double>(report.metered.value_or(0));
    report.used.cpu = std::chrono::nanoseconds(std::llround(operation_ns * operations));
    report.used_has_readings = false;
}

} // namespace tollgate::sleep_test
