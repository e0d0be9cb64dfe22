// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/poll.hpp>

#include "wake_descriptor.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <system_error>
#include <vector>

namespace tollgate::cancel {
namespace {

namespace race_detector = sleep::race_detector;
using detail::wake_descriptor;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// All that a call needs. A canceller may still write to the descriptor when the call that it
/// cancelled has returned, and even when a later call uses it.
struct polling {
    std::shared_ptr<const wake_descriptor> cancelled;
    std::vector<pollfd> entries;
    bool doubted = false; ///< the descriptor was told something, or silent for long

    /// Makes the descriptor ready for a wait, and the last entry. True if it is known to be open.
    bool prepare() {
        bool sure = true;
        if (cancelled == nullptr || cancelled->is_inherited() ||
            (doubted && !cancelled->is_open())) {
            cancelled = std::make_shared<const wake_descriptor>();
        } else if (doubted) {
            cancelled->drain();
        } else {
            sure = false;
        }
        doubted = false;
        entries.back() = {cancelled->readable(), POLLIN, 0};
        return sure;
    }
};

constexpr unsigned places_log2 = 7;
constexpr std::size_t places = std::size_t(1) << places_log2;

/// Those that are kept between calls, without a lock, which a child of fork() might find held.
///
/// They belong to no thread. So nothing is to be done when a thread ends, which would have to be
/// registered first: glibc takes the lock of the loader for that, a thread in dlopen() has it, and
/// each other thread would wait for that one before its first call. Each thread has a place where
/// it looks first, and leaves one if it can.
struct alignas(64) place {
    polling* take() noexcept {
        const bool any = kept.load(std::memory_order_relaxed) != nullptr;
        polling* const found = any ? kept.exchange(nullptr, std::memory_order_acquire) : nullptr;
        if (found != nullptr) {
            race_detector::library_acquires(found);
        }
        return found;
    }

    bool keep(polling* own) noexcept {
        polling* found = kept.load(std::memory_order_relaxed);
        race_detector::library_releases(own);
        return found == nullptr &&
               kept.compare_exchange_strong(found, own, std::memory_order_release,
                                            std::memory_order_relaxed);
    }

    std::atomic<polling*> kept{nullptr};
};

constinit std::array<place, places> kept_pollings;
constinit std::atomic<bool> none_is_kept{false};

/// When the process ends or the library is unloaded, after the destructors of static objects. A
/// call that is under way has taken its own out, and calls that come later keep nothing.
[[gnu::destructor(101)]] void keep_none() noexcept {
    none_is_kept.store(true, std::memory_order_relaxed);
    for (place& each : kept_pollings) {
        delete each.take();
    }
}

/// Where the calling thread looks, first and then. Threads lie far from each other.
place& place_to_try(std::size_t tried) noexcept {
    const std::uint64_t first = detail::this_thread() * std::uint64_t(0x9E3779B97F4A7C15);
    return kept_pollings[((first >> (64 - places_log2)) + tried) % places];
}

struct keep_if_there_is_room {
    void operator()(polling* own) const noexcept {
        const std::size_t tries = none_is_kept.load(std::memory_order_relaxed) ? 0 : places;
        for (std::size_t tried = 0; tried < tries; ++tried) {
            if (place_to_try(tried).keep(own)) {
                return;
            }
        }
        delete own;
    }
};

/// One polling for the time of one call. Cost: two atomic read-modify-writes, as long as fewer
/// threads poll than there are places.
std::unique_ptr<polling, keep_if_there_is_room> borrow_polling() {
    polling* own = nullptr;
    for (std::size_t tried = 0; own == nullptr && tried < places; ++tried) {
        own = place_to_try(tried).take();
    }
    return {own != nullptr ? own : new polling, {}};
}

/// How long a call sleeps at first. Then it looks whether its descriptor is still there, and sleeps
/// on: calls that end before pay nothing for that, and where the descriptor was taken away and
/// its number given to a silent file, a cancellation is noticed with this delay.
constexpr std::chrono::milliseconds unsure_for(100);

/// The most that every system's poll can be asked for: an int of milliseconds holds 24 days.
constexpr std::chrono::hours longest_wait(24);

/// poll(2), but for so long at least: zero to `longest_wait`. The number of ready entries, 0 when
/// the time is over, or -1 with `errno`.
int wait_for_descriptors(std::span<pollfd> entries, nanoseconds time) {
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
    const steady_clock::time_point now = steady_clock::now();
    return std::max(deadline, now) - now;
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
    const auto own = borrow_polling();
    return poll_with(*own, descriptors, deadline.at(), cancellation);
}

} // namespace tollgate::cancel
