// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "token_kinds.hpp"

#include <tollgate/cancel/wait.hpp>
#include <tollgate/measure/hidden.hpp>

#include <cstdint>
#include <mutex>

namespace tollgate::cancel_test {

/// A condition variable and a mutex that do nothing, so that only the cost of the wrapper remains.
struct no_mutex {
    static void lock() {}
    static void unlock() {}
    static bool try_lock() { return true; }
};

class no_condition {
public:
    void wait(std::unique_lock<no_mutex>& /*lock*/) {
        ++waits_;
        measure::used();
    }
    void notify_one() { measure::used(); }
    void notify_all() { measure::used(); }
    [[nodiscard]] std::uint64_t waits() const { return waits_; }

private:
    std::uint64_t waits_ = 0;
};

inline constexpr const char* waits_lost = "waits were lost or invented";

class bare_wait {
public:
    void once() { measure::hidden(&condition_)->wait(lock_); }
    [[nodiscard]] const char* failure(std::uint64_t times) const {
        return condition_.waits() == times ? nullptr : waits_lost;
    }

private:
    no_condition condition_;
    no_mutex mutex_;
    std::unique_lock<no_mutex> lock_{mutex_};
};

template <class Kind>
class cancellable_wait {
public:
    void once() {
        if (cancel::wait(*measure::hidden(&condition_), lock_, *measure::hidden(&kind_.get())) ==
            cancel::wait_status::cancelled) {
            ++cancelled_;
        }
    }
    const char* failure(std::uint64_t times) {
        if (condition_.waits() != times || cancelled_ != 0) {
            return waits_lost;
        }
        kind_.cancel();
        once();
        const std::uint64_t expected = Kind::cancels ? 1 : 0;
        return cancelled_ == expected ? nullptr : "a wait did not notice the cancellation";
    }

private:
    Kind kind_;
    no_condition condition_;
    no_mutex mutex_;
    std::unique_lock<no_mutex> lock_{mutex_};
    std::uint64_t cancelled_ = 0;
};

} // namespace tollgate::cancel_test
