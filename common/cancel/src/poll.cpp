// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/poll.hpp>

#include "polling.hpp"
#include "wake_descriptor.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <memory>
#include <system_error>

namespace tollgate::cancel {
namespace {

using detail::polling;
using detail::wake_descriptor;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// How long a call sleeps at first. Then it looks whether its descriptor is still there, and sleeps
/// on: calls that end before pay nothing for that, and where the descriptor was taken away and
/// its number given to a silent file, a cancellation is noticed with this delay.
constexpr std::chrono::milliseconds unsure_for(100);

/// The most that every system's poll can be asked for: an int of milliseconds holds 24 days.
constexpr std::chrono::hours longest_wait(24);

/// poll(2), but for so long at least: zero to `longest_wait`. The number of ready entries, 0 when
/// the time is over, or -1 with `errno`.
int wait_for_descriptors(std::span<pollfd> entries, nanoseconds time) noexcept {
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(time);
#if defined(__linux__)
    // ppoll reports what was left of the time, which takes as long as a third of the call. poll
    // does not, and is good for whole milliseconds.
    if (milliseconds != time) {
        const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
        const timespec left{static_cast<std::time_t>(seconds.count()),
                            static_cast<long>((time - seconds).count())};
        return ::ppoll(entries.data(), entries.size(), &left, nullptr);
    }
#endif
    return ::poll(entries.data(), static_cast<nfds_t>(entries.size()),
                  static_cast<int>(milliseconds.count()));
}

class descriptor_waker final : public cancellation_handler {
public:
    explicit descriptor_waker(const std::shared_ptr<const wake_descriptor>& of) noexcept
        : of_(&of) {}
    ~descriptor_waker() = default;
    void cancel() noexcept override { (*of_)->wake(); }

private:
    detail::last_act cancel_but_for_the_last_act() noexcept override { return {{}, *of_}; }

    const std::shared_ptr<const wake_descriptor>* of_;
};

nanoseconds time_until(steady_clock::time_point deadline) {
    if (deadline == steady_clock::time_point::max()) {
        return nanoseconds::max();
    }
    if (deadline <= steady_clock::time_point()) { // a difference could overflow
        return nanoseconds(0);
    }
    return std::max(nanoseconds(0), nanoseconds(deadline - steady_clock::now()));
}

wait_status poll_with(polling& own, std::span<pollfd> descriptors,
                      steady_clock::time_point deadline, const token& cancellation) {
    own.entries.assign(descriptors.begin(), descriptors.end());
    own.entries.emplace_back();
    for (;;) {
        const bool sure = own.prepare();
        descriptor_waker handler(own.cancelled);
        cancellation_guard guard(cancellation, handler);
        const nanoseconds left = guard.is_cancelled() ? nanoseconds(0) : time_until(deadline);
        const nanoseconds time =
            std::min(left, sure ? nanoseconds(longest_wait) : nanoseconds(unsure_for));
        const int ready = wait_for_descriptors(own.entries, time);
        if (ready < 0 && errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "poll");
        }
        if (ready < 0) {
            own.doubted = true;
            continue;
        }
        const bool told = own.entries.back().revents != 0;
        own.doubted = told || (ready == 0 && time < left);
        std::copy_n(own.entries.begin(), descriptors.size(), descriptors.begin());
        if (cancellation.is_cancelled()) {
            return wait_status::cancelled;
        }
        if (ready > (told ? 1 : 0)) {
            return wait_status::notified;
        }
        if (ready == 0 && time == left) {
            return wait_status::timeout;
        }
        // News of an earlier call came late, or it is time to look.
    }
}

} // namespace

wait_status poll(std::span<pollfd> descriptors, sleep::deadline_of<steady_clock> deadline,
                 const token& cancellation) {
    const detail::borrowed_polling own;
    return poll_with(*own, descriptors, deadline.at(), cancellation);
}

} // namespace tollgate::cancel
