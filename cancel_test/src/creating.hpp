// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/policy.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/measure/hidden.hpp>

#include <cstdint>
#include <stop_token>

namespace tollgate::cancel_test {

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
