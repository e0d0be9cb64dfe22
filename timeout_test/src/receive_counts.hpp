// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace tollgate::timeout_test {

/// What a receiver's thread did meanwhile.
struct receive_counts {
    std::uint64_t receives = 0;
    std::uint64_t clock_readings = 0;
    std::uint64_t queue_operations = 0;
    std::uint64_t dispatcher_passes = 0;

    friend receive_counts operator-(const receive_counts& after, const receive_counts& before);

    /// The thing of which there was more than one in that many receives, if there is one.
    [[nodiscard]] std::optional<std::string> exceeds(std::uint64_t receives_for_one) const;
};

/// In how many receives one reading of the clock is allowed, and one operation of the timers'
/// queue, and one pass of the dispatcher.
inline constexpr std::uint64_t receives_for_each = 16;

/// Under which names they are in a report.
inline constexpr const char* receives_name = "receives counted";
inline constexpr const char* clock_readings_name = "clock readings";
inline constexpr const char* queue_operations_name = "queue operations";
inline constexpr const char* dispatcher_passes_name = "dispatcher passes";

/// The counts of one case, taken once: in a stream of its own whose clock stands still, so that the
/// same is counted on every machine. A real thread that is held up counts more, since its scheduler
/// then looks at the time more often.
class counted_receives {
public:
    /// Receives without a reason to read the clock or to touch the queue each time are `sparing`,
    /// and have to prove it.
    counted_receives(std::function<receive_counts()> count, bool sparing)
        : count_(std::move(count)), sparing_(sparing) {}

    void add_to(measure::loop_report& report);

private:
    std::function<receive_counts()> count_;
    bool sparing_;
    std::optional<receive_counts> seen_;
};

} // namespace tollgate::timeout_test
