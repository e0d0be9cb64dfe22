// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "token_kinds.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/policy.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/measure/hidden.hpp>

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace tollgate::cancel_test {

/// "Is it cancelled?", of something that is not. Each answer is looked at; after the loop it is
/// cancelled and asked once more.
class flag_asking {
public:
    explicit flag_asking(cancel::policy /*none*/) {}
    void once() {
        if (measure::hidden(&flag_)->load(std::memory_order_acquire)) {
            ++yes_;
        }
    }
    const char* wrong(std::uint64_t /*times*/) {
        if (yes_ != 0) {
            return "a flag that was not set was seen set";
        }
        flag_.store(true, std::memory_order_release);
        once();
        return yes_ == 1 ? nullptr : "a flag that was set was not seen";
    }

private:
    std::atomic<bool> flag_{false};
    std::uint64_t yes_ = 0;
};

class std_asking {
public:
    explicit std_asking(cancel::policy /*none*/) : token_(source_.get_token()) {}
    void once() {
        if (measure::hidden(&token_)->stop_requested()) {
            ++yes_;
        }
    }
    const char* wrong(std::uint64_t /*times*/) {
        if (yes_ != 0) {
            return "a stop was seen that nobody requested";
        }
        source_.request_stop();
        once();
        return yes_ == 1 ? nullptr : "a stop that was requested was not seen";
    }

private:
    std::stop_source source_;
    std::stop_token token_;
    std::uint64_t yes_ = 0;
};

template <class Kind>
class token_asking {
public:
    explicit token_asking(cancel::policy how) : kind_(how) {}
    void once() {
        if (measure::hidden(&kind_.get())->is_cancelled()) {
            ++yes_;
        }
    }
    const char* wrong(std::uint64_t /*times*/) {
        if (yes_ != 0) {
            return "a token that was not cancelled said that it was";
        }
        kind_.cancel();
        once();
        const std::uint64_t expected = Kind::cancels ? 1 : 0;
        return yes_ == expected ? nullptr : "a token that was cancelled said that it was not";
    }

private:
    Kind kind_;
    std::uint64_t yes_ = 0;
};

/// Something is made and destroyed. The last one that is made can be cancelled.
inline constexpr const char* not_cancelled = "what was made could not be cancelled";

class standalone_creating {
public:
    explicit standalone_creating(cancel::policy how) : how_(how) {}
    void once() const {
        cancel::standalone_token made(how_);
        static_cast<void>(measure::hidden(&made));
    }
    const char* wrong(std::uint64_t /*times*/) const {
        cancel::standalone_token made(how_);
        return made.cancel() && made.is_cancelled() ? nullptr : not_cancelled;
    }

private:
    cancel::policy how_;
};

class source_creating {
public:
    explicit source_creating(cancel::policy how) : how_(how) {}
    void once() const {
        cancel::cancellation_source made(how_);
        static_cast<void>(measure::hidden(&made));
    }
    const char* wrong(std::uint64_t /*times*/) const {
        const cancel::cancellation_source made(how_);
        return made.cancel() && made.is_cancelled() ? nullptr : not_cancelled;
    }

private:
    cancel::policy how_;
};

class sourced_creating {
public:
    explicit sourced_creating(cancel::policy how) : source_(how) {}
    void once() const {
        cancel::sourced_token made = source_.get_token();
        static_cast<void>(measure::hidden(&made));
    }
    const char* wrong(std::uint64_t /*times*/) const {
        const cancel::sourced_token made = source_.get_token();
        return source_.cancel() && made.is_cancelled() ? nullptr : not_cancelled;
    }

private:
    cancel::cancellation_source source_;
};

class std_source_creating {
public:
    explicit std_source_creating(cancel::policy /*none*/) {}
    static void once() {
        std::stop_source made;
        static_cast<void>(measure::hidden(&made));
    }
    static const char* wrong(std::uint64_t /*times*/) {
        std::stop_source made;
        return made.request_stop() && made.stop_requested() ? nullptr : not_cancelled;
    }
};

class std_token_creating {
public:
    explicit std_token_creating(cancel::policy /*none*/) {}
    void once() const {
        std::stop_token made = source_.get_token();
        static_cast<void>(measure::hidden(&made));
    }
    const char* wrong(std::uint64_t /*times*/) {
        const std::stop_token made = source_.get_token();
        return source_.request_stop() && made.stop_requested() ? nullptr : not_cancelled;
    }

private:
    std::stop_source source_;
};

} // namespace tollgate::cancel_test
