// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cancelling_loop.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace tollgate::cancel_test {

/// What is registered for an event, and goes wrong in the third one in the way of `Mistake`.
template <class Registered, class Mistake>
class wrong_cancellation {
public:
    wrong_cancellation(std::size_t count, cancel::policy how) : right_(count, how) {
        made = made % 3 + 1;
    }
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

struct refusing_tokens : registered_tokens {
    refusing_tokens(std::size_t count, cancel::policy how) : registered_tokens(count, how) {
        throw std::domain_error("no tokens");
    }
};

} // namespace tollgate::cancel_test
