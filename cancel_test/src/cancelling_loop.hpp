// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "registering.hpp"
#include "token_kinds.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/posix/start_thread.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/relax.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <stop_token>
#include <thread>

namespace tollgate::cancel_test {

/// A source, and handlers that are registered with its tokens and count their calls.
template <class Kind, class Registered>
class all_registered {
public:
    explicit all_registered(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            all_.emplace_back(kind_.source);
        }
    }
    bool cancel() { return kind_.cancel(); }
    [[nodiscard]] std::uint64_t ran() const {
        std::uint64_t sum = 0;
        for (const Registered& each : all_) {
            sum += each.ran();
        }
        return sum;
    }

private:
    Kind kind_;
    std::deque<Registered> all_;
};

/// A token with a handler. The handler's registration is the first of the token, or a later one.
template <int Registrations>
class registered_token {
public:
    explicit registered_token(const cancel::cancellation_source& source) : token_(source) {
        for (int before = 1; before < Registrations; ++before) {
            cancel::cancellation_guard(token_, handler_).release();
        }
        guard_.emplace(token_, handler_);
    }
    [[nodiscard]] std::uint64_t ran() const { return handler_.ran(); }

private:
    cancel::sourced_token token_;
    counting_handler handler_;
    std::optional<cancel::cancellation_guard> guard_;
};

class registered_callback {
public:
    explicit registered_callback(const std::stop_source& source) : token_(source.get_token()) {}
    [[nodiscard]] std::uint64_t ran() const { return ran_; }

private:
    std::stop_token token_;
    std::uint64_t ran_ = 0;
    std::stop_callback<count_up> callback_{token_, count_up{&ran_}};
};

template <int Registrations>
using registered_tokens = all_registered<sourced_kind, registered_token<Registrations>>;
using registered_callbacks = all_registered<std_kind, registered_callback>;

/// Another thread's state during a cancellation: a fence over all threads costs more if it runs.
enum class beside { sleeper, spinner };

/// Cancels tokens that are new for each event. Self-checks: the call was the first, and each
/// handler ran once.
template <class Registered>
struct cancelling_loop {
    std::size_t tokens;
    beside neighbor;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const auto other =
            posix::start_thread<std::jthread>(neighbor == beside::spinner ? spin : sleep_on);
        sleep::parker parker;
        parker.sleep_for(settling_time); // starting a thread takes some 10 µs
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            Registered all(tokens);
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
        report.probe_calls = {probe.events()};
        return report;
    }

private:
    static constexpr std::chrono::microseconds settling_time{300};

    static void spin(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            sleep::relax();
        }
    }
    static void sleep_on(const std::stop_token& stop) {
        sleep::parker parker;
        const std::stop_callback wake(stop, [&parker] { parker.wake(); });
        parker.sleep();
    }
};

} // namespace tollgate::cancel_test
