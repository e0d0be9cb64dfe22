// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/poll.hpp>

#include "wait_for_descriptors.hpp"
#include "wake_descriptor.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/last_act.hpp>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <vector>

namespace tollgate::cancel {
namespace {

using detail::wake_descriptor;

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

/// What a thread needs for its calls, made by the first. Whoever cancels may still write to the
/// descriptor when the call that it cancelled has returned, and even when the thread has ended.
struct polling {
    std::shared_ptr<const wake_descriptor> cancelled = std::make_shared<const wake_descriptor>();
    std::vector<pollfd> entries;
};

/// The number of ready entries, the last of `entries` among them.
int wait_for_any(std::vector<pollfd>& entries, std::chrono::steady_clock::time_point deadline) {
    for (;;) {
        const int ready = detail::wait_for_descriptors(entries, deadline);
        if (ready >= 0) {
            return ready;
        }
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "poll");
        }
    }
}

} // namespace

wait_status poll(std::span<pollfd> descriptors, std::chrono::steady_clock::time_point deadline,
                 const token& cancellation) {
    thread_local polling own;
    own.entries.assign(descriptors.begin(), descriptors.end());
    own.entries.push_back({own.cancelled->readable(), POLLIN, 0});
    descriptor_waker handler(own.cancelled);
    cancellation_guard guard(cancellation, handler);
    for (;;) {
        const bool began_cancelled = guard.is_cancelled();
        const int ready = wait_for_any(
            own.entries, began_cancelled ? std::chrono::steady_clock::time_point::min() : deadline);
        const bool told = own.entries.back().revents != 0;
        if (told) {
            own.cancelled->drain();
        }
        std::copy_n(own.entries.begin(), descriptors.size(), descriptors.begin());
        if (cancellation.is_cancelled()) {
            return wait_status::cancelled;
        }
        if (ready > (told ? 1 : 0)) {
            return wait_status::notified;
        }
        if (!told) {
            return wait_status::timeout;
        }
        // Somebody cancelled an earlier call, and came late with the news.
    }
}

} // namespace tollgate::cancel
