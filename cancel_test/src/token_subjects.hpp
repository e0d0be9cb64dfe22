// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "token_kinds.hpp"

#include <tollgate/measure/hidden.hpp>

#include <cstdint>

namespace tollgate::cancel_test {

/// Asks something that is not cancelled. Self-checks: each answer is no, and the answer after a
/// cancellation is yes.
template <class Kind>
class token_asking {
public:
    void once() {
        if (Kind::is_cancelled(*measure::hidden(&kind_.get()))) {
            ++yes_;
        }
    }
    const char* failure(std::uint64_t /*times*/) {
        if (yes_ != 0) {
            return "a token that was not cancelled returned true";
        }
        kind_.cancel();
        once();
        const std::uint64_t expected = Kind::cancels ? 1 : 0;
        return yes_ == expected ? nullptr : "a cancelled token returned false";
    }

private:
    Kind kind_;
    std::uint64_t yes_ = 0;
};

inline constexpr const char* not_cancelled = "a new object could not be cancelled";

/// An object is made and destroyed. Self-check: a new object can be cancelled.
template <class Object>
struct creating {
    static void once() {
        Object object;
        static_cast<void>(measure::hidden(&object));
    }
    static const char* failure(std::uint64_t /*times*/) {
        Object object;
        if constexpr (requires { object.request_stop(); }) {
            return object.request_stop() && object.stop_requested() ? nullptr : not_cancelled;
        } else {
            return object.cancel() && object.is_cancelled() ? nullptr : not_cancelled;
        }
    }
};

/// The same with a token of a source that exists already.
template <class Kind>
class token_creating {
public:
    void once() const {
        auto token = kind_.source.get_token();
        static_cast<void>(measure::hidden(&token));
    }
    const char* failure(std::uint64_t /*times*/) {
        const auto token = kind_.source.get_token();
        const bool before = Kind::is_cancelled(token);
        kind_.cancel();
        return !before && Kind::is_cancelled(token) ? nullptr : not_cancelled;
    }

private:
    Kind kind_;
};

} // namespace tollgate::cancel_test
