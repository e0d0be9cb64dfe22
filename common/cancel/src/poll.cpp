// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/poll.hpp>

#include "wait_for_descriptors.hpp"
#include "wake_descriptor.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

namespace tollgate::cancel {
namespace {

class descriptor_waker final : public cancellation_handler {
public:
    explicit descriptor_waker(const detail::wake_descriptor& of) noexcept : of_(&of) {}
    ~descriptor_waker() = default;
    void cancel() noexcept override { of_->wake(); }
    /// For the thread's next call.
    void reset() noexcept override { of_->drain(); }

private:
    const detail::wake_descriptor* of_;
};

/// What a thread needs for its calls, made by the first.
struct polling {
    detail::wake_descriptor cancelled;
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
    own.entries.push_back({own.cancelled.readable(), POLLIN, 0});
    int ready = 0;
    {
        descriptor_waker handler(own.cancelled);
        const cancellation_guard guard(cancellation, handler);
        ready = wait_for_any(own.entries, guard.is_cancelled()
                                              ? std::chrono::steady_clock::time_point::min()
                                              : deadline);
    }
    std::copy_n(own.entries.begin(), descriptors.size(), descriptors.begin());
    if (cancellation.is_cancelled()) {
        return wait_status::cancelled;
    }
    return ready > 0 ? wait_status::notified : wait_status::timeout;
}

} // namespace tollgate::cancel
