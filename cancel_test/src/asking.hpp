// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "token_kinds.hpp"

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

} // namespace tollgate::cancel_test
