// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/text_sink.hpp>

#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <initializer_list>

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t piece_size = PIPE_BUF;

/// Rounded up, so that the deadline has passed when poll returns.
int left_ms(steady_clock::time_point deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
    return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

/// Waits until there is room, or an error that write(2) will report.
bool wait_for_room(int descriptor, steady_clock::time_point deadline) {
    pollfd waited{descriptor, POLLOUT, 0};
    int ready = 0;
    do {
        ready = ::poll(&waited, 1, left_ms(deadline));
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

bool is_pending(int signal) {
    sigset_t pending;
    return ::sigpending(&pending) == 0 && ::sigismember(&pending, signal) == 1;
}

sigset_t only(std::initializer_list<int> signals) {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int signal : signals) {
        ::sigaddset(&set, signal);
    }
    return set;
}

/// Returns the bytes written, 0 if a retry may help, or a negative value. SIGPIPE (a pipe without a
/// reader) and SIGXFSZ (a file that must not grow) are blocked, and removed unless they were
/// pending before.
ssize_t write_piece(int descriptor, std::string_view piece) {
    const sigset_t write_signals = only({SIGPIPE, SIGXFSZ});
    const bool pipe_was_pending = is_pending(SIGPIPE);
    const bool size_was_pending = is_pending(SIGXFSZ);
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &write_signals, &before);
    const ssize_t count = ::write(descriptor, piece.data(), piece.size());
    const int error = count < 0 ? errno : 0;
    const bool is_to_be_taken =
        (error == EPIPE && !pipe_was_pending) || (error == EFBIG && !size_was_pending);
    const int raised = error == EPIPE ? SIGPIPE : SIGXFSZ;
    if (is_to_be_taken && is_pending(raised)) {
        const sigset_t raised_alone = only({raised});
        int taken = 0;
        ::sigwait(&raised_alone, &taken);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    const bool may_go_on = error == EINTR || error == EAGAIN || error == EWOULDBLOCK;
    return count >= 0 || may_go_on ? std::max<ssize_t>(count, 0) : -1;
}

} // namespace

void line_writer::write(std::string_view text) {
    const sleep::no_pthread_cancel guard;
    const auto now = steady_clock::now();
    was_given_up_ = (was_given_up_ && !wait_for_room(descriptor_, now)) ||
                    !write_with_notice(text, now + time_budget_);
    if (was_given_up_) {
        ++not_written_;
        ++not_mentioned_;
    }
}

bool line_writer::write_with_notice(std::string_view text, time_point deadline) {
    if (is_in_a_line_ && !write_all("\n", deadline)) {
        return false;
    }
    if (not_mentioned_ > 0 && !write_all(notice_(not_mentioned_), deadline)) {
        return false;
    }
    not_mentioned_ = 0;
    return write_all(text, deadline);
}

bool line_writer::write_all(std::string_view text, time_point deadline) {
    // poll would ignore a negative descriptor until the deadline.
    while (!text.empty() && descriptor_ >= 0) {
        if (steady_clock::now() >= deadline || !wait_for_room(descriptor_, deadline)) {
            return false;
        }
        const ssize_t count = write_piece(descriptor_, text.substr(0, piece_size));
        if (count < 0) {
            return false;
        }
        if (count == 0) {
            ::poll(nullptr, 0, 1); // the reader may go on
            continue;
        }
        const auto written = static_cast<std::size_t>(count);
        is_in_a_line_ = text[written - 1] != '\n';
        text.remove_prefix(written);
    }
    return text.empty();
}

} // namespace tollgate::liveness::detail
