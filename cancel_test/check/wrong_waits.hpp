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

/// Waits with a mistake, which count their calls, so that it shows at the same place every time.
/// This one has none but that it gives up soon.
struct impatient_wait {
    static void prepare() {}
    bool wait() { return parker.sleep_for(std::chrono::milliseconds(50)) == sleep::outcome::woken; }
    void end() { parker.wake(); }
    sleep::parker parker;
};

/// This one has none.
struct patient_wait : impatient_wait {
    bool wait() {
        parker.sleep();
        return true;
    }
};

/// Forgets one end: in the middle, or the one after the last event.
template <int Which>
struct losing_an_end : impatient_wait {
    void end() {
        if (++ends != Which) {
            parker.wake();
        }
    }
    int ends = 0; // the canceller's
};

/// Is ended, and says that it gave up.
struct denying_an_end : impatient_wait {
    bool wait() {
        parker.sleep();
        return ++waits != 3;
    }
    int waits = 0; // the waiter's
};

/// Gives up at once, long before anybody ends it.
template <int Which>
struct giving_up_at_once : impatient_wait {
    bool wait() {
        if (++waits == Which) {
            return false;
        }
        parker.sleep();
        return true;
    }
    int waits = 0; // the waiter's
};

/// Says that it was ended, and was not.
template <int Which>
struct ending_by_itself : impatient_wait {
    bool wait() {
        if (++waits != Which) {
            parker.sleep();
        }
        return true;
    }
    int waits = 0; // the waiter's
};

/// As of a system that has no descriptor left.
template <int Which>
struct failing_wait : impatient_wait {
    bool wait() {
        if (++waits == Which) {
            throw std::domain_error("no wait");
        }
        parker.sleep();
        return true;
    }
    int waits = 0; // the waiter's
};

/// Registered for an event; it goes wrong in the third one in the way of `Mistake`.
template <class Registered, class Mistake>
class wrong_cancellation {
public:
    explicit wrong_cancellation(std::size_t count) : right_(count) { made = made % 3 + 1; }
    bool cancel() { return made == 3 ? Mistake::cancel(right_) : right_.cancel(); }
    [[nodiscard]] std::uint64_t ran() const {
        return right_.ran() + (made == 3 ? Mistake::ran_besides : 0);
    }

private:
    static inline int made = 0; ///< the loop makes them one after the other
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

struct running_one_twice {
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
