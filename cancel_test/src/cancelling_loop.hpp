// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "registering.hpp"
#include "token_kinds.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/policy.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/relax.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <stop_token>
#include <thread>

namespace tollgate::cancel_test {

/// One source and its tokens, each with a handler that only counts.
class registered_tokens {
public:
    registered_tokens(std::size_t count, cancel::policy how) : source_(how) {
        for (std::size_t i = 0; i < count; ++i) {
            all_.emplace_back(source_);
        }
    }
    bool cancel() { return source_.cancel(); }
    [[nodiscard]] std::uint64_t ran() const {
        std::uint64_t sum = 0;
        for (const registered& one : all_) {
            sum += one.handler.ran();
        }
        return sum;
    }

private:
    struct registered {
        explicit registered(const cancel::cancellation_source& of) : token(of) {}
        cancel::sourced_token token;
        counting_handler handler;
        cancel::cancellation_guard guard{token, handler};
    };

    cancel::cancellation_source source_;
    std::deque<registered> all_;
};

class registered_callbacks {
public:
    registered_callbacks(std::size_t count, cancel::policy /*none*/) {
        for (std::size_t i = 0; i < count; ++i) {
            all_.emplace_back(source_);
        }
    }
    bool cancel() { return source_.request_stop(); }
    [[nodiscard]] std::uint64_t ran() const {
        std::uint64_t sum = 0;
        for (const registered& one : all_) {
            sum += one.ran;
        }
        return sum;
    }

private:
    struct registered {
        explicit registered(const std::stop_source& of) : token(of.get_token()) {}
        std::stop_token token;
        std::uint64_t ran = 0;
        std::stop_callback<detail::count_up> callback{token, detail::count_up{&ran}};
    };

    std::stop_source source_;
    std::deque<registered> all_;
};

/// Another thread's state during a cancellation: a fence over all threads is dearer if it runs.
enum class beside { sleeper, spinner };

/// Cancels what was registered for it. Proofs: the call was the first, and each handler ran once.
template <class Registered>
struct cancelling_loop {
    std::size_t tokens;
    cancel::policy how;
    beside who;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const std::jthread other(who == beside::spinner ? spin : sleep_on);
        sleep::parker pause;
        pause.sleep_for(until_the_other_does); // starting a thread takes some 10 µs
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            Registered all(tokens, how);
            const std::int64_t begun = probe.begin();
            const bool first = all.cancel();
            const std::int64_t ended = probe.end();
            if (!first) {
                report.failures.emplace_back("a cancel() was not the first");
            } else if (all.ran() != tokens) {
                report.failures.emplace_back(handler_did_not_run);
            }
            probe.add(begun, ended);
        }
        meter.add_to(report);
        report.turns = {probe.events()};
        return report;
    }

private:
    static constexpr std::chrono::microseconds until_the_other_does{300};

    static void spin(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            sleep::relax();
        }
    }
    static void sleep_on(const std::stop_token& stop) {
        sleep::parker here;
        const std::stop_callback wake(stop, [&here] { here.wake(); });
        here.sleep();
    }
};

} // namespace tollgate::cancel_test
