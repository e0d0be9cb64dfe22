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

/// The resources of a call. A canceller may still write to the descriptor when the call that it
/// cancelled has returned, and even when a later call uses it.
struct polling {
    std::shared_ptr<const wake_descriptor> waker;
    std::vector<pollfd> entries;
    bool is_doubtful = false; ///< the descriptor was written to, or it was silent for long

    /// Makes the descriptor and the last entry ready for a wait. True if it is known to be open.
    bool prepare() {
        bool is_known_open = true;
        if (waker == nullptr || waker->is_inherited() || (is_doubtful && !waker->is_open())) {
            waker = std::make_shared<const wake_descriptor>();
        } else if (is_doubtful) {
            waker->drain();
        } else {
            is_known_open = false;
        }
        is_doubtful = false;
        entries.back() = {waker->readable(), POLLIN, 0};
        return is_known_open;
    }
};

constexpr unsigned places_log2 = 7;
constexpr std::size_t places = std::size_t(1) << places_log2;

/// A place where a polling is kept between calls, without a lock: a child of fork() might find a
/// lock held.
///
/// A kept polling belongs to no thread, so nothing must be done when a thread ends. That would have
/// to be registered before its first call, for which glibc takes the lock of the loader. A thread
/// in dlopen() has that lock, and all other threads would wait for it. Each thread begins its
/// search at a place of its own.
struct alignas(64) place {
    polling* take() noexcept {
        const bool is_empty = kept.load(std::memory_order_relaxed) == nullptr;
        polling* const taken =
            is_empty ? nullptr : kept.exchange(nullptr, std::memory_order_acquire);
        if (taken != nullptr) {
            race_detector::library_acquires(taken);
        }
        return taken;
    }

    bool keep(polling* own) noexcept {
        polling* expected = kept.load(std::memory_order_relaxed);
        race_detector::library_releases(own);
        return expected == nullptr &&
               kept.compare_exchange_strong(expected, own, std::memory_order_release,
                                            std::memory_order_relaxed);
    }

    std::atomic<polling*> kept{nullptr};
};

constinit std::array<place, places> kept_pollings;
constinit std::atomic<bool> none_is_kept{false};

/// Runs when the process ends or the library is unloaded, after the destructors of static objects.
/// A call that is under way has taken its polling out. Later calls keep nothing.
[[gnu::destructor(101)]] void keep_none() noexcept {
    none_is_kept.store(true, std::memory_order_relaxed);
    for (place& each : kept_pollings) {
        delete each.take();
    }
}

/// The place to try after `tried` others. The first places of two threads are far from each other.
place& place_to_try(std::size_t tried) noexcept {
    const std::uint64_t hash = detail::this_thread() * std::uint64_t(0x9E3779B97F4A7C15);
    return kept_pollings[((hash >> (64 - places_log2)) + tried) % places];
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

/// A polling for the duration of a call. Cost: two atomic read-modify-writes, as long as fewer
/// threads poll than there are places.
std::unique_ptr<polling, keep_if_there_is_room> borrow_polling() {
    polling* own = nullptr;
    for (std::size_t tried = 0; own == nullptr && tried < places; ++tried) {
        own = place_to_try(tried).take();
    }
    return {own != nullptr ? own : new polling, {}};
}

/// The first sleep of a call. Then the call checks its descriptor and sleeps on: calls that end
/// before pay nothing for the check. If the program has closed the descriptor and the number now
/// belongs to a silent file, the call notices a cancellation with this delay.
constexpr std::chrono::milliseconds first_sleep(100);

/// The longest wait that every system's poll can do: an int of milliseconds holds 24 days.
constexpr std::chrono::hours longest_wait(24);

/// poll(2) for at least this time, which is zero to `longest_wait`. Returns the number of ready
/// entries, 0 when the time is over, or -1 with `errno`.
int wait_for_descriptors(std::span<pollfd> entries, nanoseconds time) {
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(time);
#if defined(__linux__)
    // For whole milliseconds poll is cheaper: ppoll reports the time that is left, which takes a
    // third of the call.
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
    explicit descriptor_waker(const std::shared_ptr<const wake_descriptor>& descriptor) noexcept
        : descriptor_(&descriptor) {}
    ~descriptor_waker() = default;
    void cancel() noexcept override { (*descriptor_)->wake(); }

private:
    detail::deferred_wake cancel_and_defer_wake() noexcept override { return {{}, *descriptor_}; }

    const std::shared_ptr<const wake_descriptor>* descriptor_;
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
        const bool is_known_open = own.prepare();
        descriptor_waker handler(own.waker);
        cancellation_guard guard(cancellation, handler);
        const nanoseconds left = guard.is_cancelled() ? nanoseconds(0) : time_until(deadline);
        const nanoseconds time =
            std::min(left, is_known_open ? nanoseconds(longest_wait) : nanoseconds(first_sleep));
        const int ready = wait_for_descriptors(own.entries, time);
        if (ready < 0 && errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "poll");
        }
        if (ready < 0) {
            own.is_doubtful = true;
            continue;
        }
        const bool is_woken = own.entries.back().revents != 0;
        own.is_doubtful = is_woken || (ready == 0 && time < left);
        std::copy_n(own.entries.begin(), descriptors.size(), descriptors.begin());
        if (cancellation.is_cancelled()) {
            return wait_status::cancelled;
        }
        if (ready > (is_woken ? 1 : 0)) {
            return wait_status::notified;
        }
        if (ready == 0 && time == left) {
            return wait_status::timeout;
        }
        // A wake-up of an earlier call came late, or the descriptor must be checked.
    }
}

} // namespace

wait_status poll(std::span<pollfd> descriptors,
                 sleep::deadline_of<std::chrono::steady_clock> deadline,
                 const token& cancellation) {
    const auto own = borrow_polling();
    return poll_with(*own, descriptors, deadline.at(), cancellation);
}

} // namespace tollgate::cancel
