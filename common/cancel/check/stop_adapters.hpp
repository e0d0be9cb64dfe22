// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/policy.hpp>
#include <tollgate/cancel/sourced_token.hpp>

#include <functional>
#include <stop_token>

namespace tollgate::cancel {

/// The standard's cancellation under the names the suite uses.
struct standard_stop {
    using source = std::stop_source;
    using token = std::stop_token;

    static token token_of(const source& of) { return of.get_token(); }
    static bool request(source& of) { return of.request_stop(); }
    static bool requested(const token& of) { return of.stop_requested(); }

    class callback {
    public:
        callback(const token& of, std::function<void()> run) : own_(of, std::move(run)) {}

    private:
        std::stop_callback<std::function<void()>> own_;
    };
};

/// Ours. Any thread may destroy a standard callback, so each has a token of its own.
template <policy How>
struct own_stop {
    class source : public cancellation_source {
    public:
        source() : cancellation_source(How) {}
    };
    using token = sourced_token;

    static token token_of(const source& of) { return of.get_token(); }
    static bool request(const source& of) { return of.cancel(); }
    static bool requested(const token& of) { return of.is_cancelled(); }

    class callback {
    public:
        callback(const token& of, std::function<void()> run)
            : token_(of), own_(token_, std::move(run)) {}

    private:
        sourced_token token_;
        on_cancel<std::function<void()>> own_;
    };
};

} // namespace tollgate::cancel
