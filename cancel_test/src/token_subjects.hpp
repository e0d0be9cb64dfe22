// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "token_kinds.hpp"

#include <tollgate/measure/hidden.hpp>

#include <cstdint>

namespace tollgate::cancel_test {

/// "Is it cancelled?", of something that is not. Each answer is looked at; after the loop it is
/// cancelled and asked once more.
template <class Kind>
class token_asking {
public:
    void once() {
        if (Kind::is_cancelled(*measure::hidden(&kind_.get()))) {
            ++yes_;
        }
    }
    const char* wrong(std::uint64_t /*times*/) {
        if (yes_ != 0) {
            return "what was not cancelled said that it was";
        }
        kind_.cancel();
        once();
        const std::uint64_t expected = Kind::cancels ? 1 : 0;
        return yes_ == expected ? nullptr : "what was cancelled said that it was not";
    }

private:
    Kind kind_;
    std::uint64_t yes_ = 0;
};

inline constexpr const char* not_cancelled = "what was made could not be cancelled";

/// Something is made and destroyed. The last one that is made can be cancelled.
template <class Made>
struct creating {
    static void once() {
        Made made;
        static_cast<void>(measure::hidden(&made));
    }
    static const char* wrong(std::uint64_t /*times*/) {
        Made made;
        if constexpr (requires { made.request_stop(); }) {
            return made.request_stop() && made.stop_requested() ? nullptr : not_cancelled;
        } else {
            return made.cancel() && made.is_cancelled() ? nullptr : not_cancelled;
        }
    }
};

/// The same with a token of a source that is there.
template <class Kind>
class token_creating {
public:
    void once() const {
        auto token = kind_.source.get_token();
        static_cast<void>(measure::hidden(&token));
    }
    const char* wrong(std::uint64_t /*times*/) {
        const auto token = kind_.source.get_token();
        const bool before = Kind::is_cancelled(token);
        kind_.cancel();
        return !before && Kind::is_cancelled(token) ? nullptr : not_cancelled;
    }

private:
    Kind kind_;
};

} // namespace tollgate::cancel_test
