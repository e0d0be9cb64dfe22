// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cancelling_loop.hpp"

#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace tollgate::cancel_test {

/// The base of waits with a mistake. They count their calls, so that the mistake comes at the same
/// call every time. The base has no mistake, and a short timeout.
struct short_wait {
    static void prepare() {}
    bool wait() { return parker.sleep_for(std::chrono::milliseconds(50)) == sleep::outcome::woken; }
    void end() { parker.wake(); }
    sleep::parker parker;
};

/// A wait without a mistake.
struct right_wait : short_wait {
    bool wait() {
        parker.sleep();
        return true;
    }
};

/// Forgets one end: in the middle, or after the last event.
template <int Which>
struct losing_an_end : short_wait {
    void end() {
        if (++ends != Which) {
            parker.wake();
        }
    }
    int ends = 0; // the canceller's
};

/// Is ended, and returns that it timed out.
struct denying_an_end : short_wait {
    bool wait() {
        parker.sleep();
        return ++waits != 3;
    }
    int waits = 0; // the waiter's
};

/// Returns at once that it timed out, long before its end.
template <int Which>
struct timing_out_at_once : short_wait {
    bool wait() {
        if (++waits == Which) {
            return false;
        }
        parker.sleep();
        return true;
    }
    int waits = 0; // the waiter's
};

/// Returns that it was ended, without an end.
template <int Which>
struct ending_by_itself : short_wait {
    bool wait() {
        if (++waits != Which) {
            parker.sleep();
        }
        return true;
    }
    int waits = 0; // the waiter's
};

/// Throws, as if the system had no descriptor left.
template <int Which>
struct failing_wait : short_wait {
    bool wait() {
        if (++waits == Which) {
            throw std::domain_error("no wait");
        }
        parker.sleep();
        return true;
    }
    int waits = 0; // the waiter's
};

/// Tokens that are registered for an event. The third event has the mistake.
template <class Registered, class Mistake>
class faulty_cancellation {
public:
    explicit faulty_cancellation(std::size_t count) : right_(count) { event = event % 3 + 1; }
    bool cancel() { return event == 3 ? Mistake::cancel(right_) : right_.cancel(); }
    [[nodiscard]] std::uint64_t ran() const {
        return right_.ran() + (event == 3 ? Mistake::ran_besides : 0);
    }

private:
    static inline int event = 0; ///< of the objects that the loop makes one after the other
    Registered right_;
};

struct cancelling_twice {
    static constexpr std::uint64_t ran_besides = 0;
    template <class Registered>
    static bool cancel(Registered& right) {
        right.cancel();
        return right.cancel();
    }
};

struct not_cancelling {
    static constexpr std::uint64_t ran_besides = 0;
    template <class Registered>
    static bool cancel(Registered& /*right*/) {
        return true;
    }
};

struct running_a_handler_twice {
    static constexpr std::uint64_t ran_besides = 1;
    template <class Registered>
    static bool cancel(Registered& right) {
        return right.cancel();
    }
};

struct refusing_tokens : registered_tokens<1> {
    explicit refusing_tokens(std::size_t count) : registered_tokens<1>(count) {
        throw std::domain_error("no tokens");
    }
};

} // namespace tollgate::cancel_test
