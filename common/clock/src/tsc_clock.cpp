// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/tsc_clock.hpp>

#include <tollgate/clock/calibrated.hpp>
#include <tollgate/clock/invariance.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <thread>

namespace tollgate::clock {
namespace {

/// steady_clock as a stopwatch.
struct steady_stopwatch {
    [[nodiscard]] static std::int64_t begin() noexcept {
        const std::chrono::nanoseconds since = std::chrono::steady_clock::now().time_since_epoch();
        return since.count();
    }
    [[nodiscard]] static std::int64_t end() noexcept { return begin(); }
};

using finding = std::optional<calibrated>;

/// The result if there is no memory for another.
constinit const finding nothing;
constinit std::atomic<const finding*> found{nullptr};

/// The calibration, which stays for the life of the process. A thread that finds none calibrates,
/// and the first result counts for all threads. No thread waits for another: in a child of fork()
/// that thread might not exist.
const finding& this_machine() noexcept {
    if (const finding* const known = found.load(std::memory_order_acquire)) {
        return *known;
    }
    std::unique_ptr<const finding> calibration(new (std::nothrow) finding(
        calibrate(judge_counter(), counter_clock{}, steady_stopwatch{},
                  [](std::chrono::nanoseconds length) { std::this_thread::sleep_for(length); })));
    const finding* first = nullptr;
    const finding* const own_result = calibration ? calibration.get() : &nothing;
    if (found.compare_exchange_strong(first, own_result, std::memory_order_acq_rel,
                                      std::memory_order_acquire)) {
        static_cast<void>(calibration.release());
        return *own_result;
    }
    return *first;
}

} // namespace

constinit std::atomic<const scaling*> tsc_clock::in_use_{nullptr};

void tsc_clock::prepare() noexcept {
    const finding& here = this_machine();
    if (here) {
        in_use_.store(&here->to_reference, std::memory_order_release);
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
    const finding& here = this_machine();
    return time_point(duration(here ? here->to_reference.to_ns(detail::counter_unordered())
                                    : steady_stopwatch::begin()));
}

} // namespace tollgate::clock
