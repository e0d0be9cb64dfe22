// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/tsc_clock.hpp>

#include <tollgate/clock/calibrated.hpp>
#include <tollgate/clock/invariance.hpp>

#include <cstdint>
#include <optional>
#include <thread>

namespace tollgate::clock {
namespace {

/// `steady_clock`, whatever that is made of here.
struct steady_stopwatch {
    [[nodiscard]] static std::int64_t begin() noexcept {
        const std::chrono::nanoseconds since = std::chrono::steady_clock::now().time_since_epoch();
        return since.count();
    }
    [[nodiscard]] static std::int64_t end() noexcept { return begin(); }
};

const std::optional<calibrated>& this_machine() noexcept {
    static const std::optional<calibrated> found =
        calibrate(judge_counter(), counter_clock{}, steady_stopwatch{},
                  [](std::chrono::nanoseconds length) { std::this_thread::sleep_for(length); });
    return found;
}

} // namespace

constinit std::atomic<const scaling*> tsc_clock::in_use_{nullptr};

void tsc_clock::prepare() noexcept {
    const std::optional<calibrated>& found = this_machine();
    if (found) {
        in_use_.store(&found->to_reference, std::memory_order_release);
    }
}

bool tsc_clock::is_scaled() noexcept {
    prepare();
    return this_machine().has_value();
}

rate tsc_clock::measured() noexcept {
    prepare();
    return this_machine() ? this_machine()->measured : rate{};
}

tsc_clock::time_point tsc_clock::now_unscaled() noexcept {
    prepare();
    const auto& found = this_machine();
    return time_point(duration(found ? found->to_reference.to_ns(detail::counter_unordered())
                                     : steady_stopwatch::begin()));
}

} // namespace tollgate::clock
