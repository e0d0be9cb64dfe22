// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "stop_timer.hpp"
#include "token_kinds.hpp"

#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/measure/hidden.hpp>

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <thread>

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

/// A source with a deadline is made and destroyed. The source may follow a leader. Self-check: a
/// new source has the deadline, and can be cancelled.
enum class leader { none, source };

template <leader Led>
class deadline_creating {
public:
    void once() const {
        const cancel::cancellation_source source = make();
        static_cast<void>(measure::hidden(&source));
    }
    [[nodiscard]] const char* failure(std::uint64_t /*times*/) const {
        const auto earliest = std::chrono::steady_clock::now() + never_reached;
        const cancel::cancellation_source source = make();
        if (source.get_token().deadline() < earliest) {
            return "a new source has the wrong deadline";
        }
        return source.cancel() && source.is_cancelled() ? nullptr : not_cancelled;
    }

private:
    [[nodiscard]] cancel::cancellation_source make() const {
        return Led == leader::none ? cancel::source_with_deadline(never_reached)
                                   : cancel::source_with_deadline(leader_, never_reached);
    }

    cancel::cancellation_source leader_;
};

/// The same with a `std::stop_source`, and a timer for all.
class std_deadline_creating {
public:
    void once() {
        const std::stop_source source;
        timer_.drop(timer_.arm(std::chrono::steady_clock::now() + never_reached, source));
    }
    const char* failure(std::uint64_t /*times*/) {
        const std::stop_source source;
        timer_.arm(std::chrono::steady_clock::now(), source);
        while (!source.stop_requested()) {
            std::this_thread::yield();
        }
        return nullptr;
    }

private:
    stop_timer timer_;
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
