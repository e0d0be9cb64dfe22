// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scheduler_thread.hpp"
#include "stack_cache.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <boost/fiber/channel_op_status.hpp>
#include <boost/fiber/fiber.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

namespace tollgate::fiber_test {

/// Two fibers of one thread: the first sends numbers through a channel, the second adds them up.
/// Each waits until the other makes it ready, which is a scheduler's second task besides yields.
template <class Channel>
struct channel_loop {
    std::shared_ptr<scheduler_threads> threads;
    stack_cache stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return threads->timed().run_loop(
            [&](measure::loop_report& report) { converse(probe, report); });
    }

private:
    using message = typename Channel::value_type;

    template <class Probe>
    struct conversation {
        Probe& probe;
        measure::loop_report& report;
        Channel channel{};
        std::uint64_t sent = 0;
        std::uint64_t received = 0;
        message sum = 0;

        void send() {
            const measure::thread_meter meter;
            while (probe.keep_running(sent)) {
                channel.push(static_cast<message>(sent));
                ++sent;
            }
            meter.add_to(report);
            channel.close();
        }

        void receive() {
            message number = 0;
            while (channel.pop(number) == boost::fibers::channel_op_status::success) {
                ++received;
                sum += number;
            }
        }
    };

    template <class Probe>
    void converse(Probe& probe, measure::loop_report& report) const {
        namespace fb = boost::fibers;
        conversation<Probe> shared{probe, report};
        fb::fiber receiver(fb::launch::post, std::allocator_arg, stacks,
                           [&shared] { shared.receive(); });
        std::exception_ptr exception; // rethrown after the joins: a handler must not wait
        try {
            fb::fiber sender(fb::launch::post, std::allocator_arg, stacks,
                             [&shared] { shared.send(); });
            sender.join();
        } catch (...) {
            exception = std::current_exception();
            shared.channel.close();
        }
        receiver.join();
        if (exception) {
            std::rethrow_exception(exception);
        }
        report.probe_calls = {shared.sent + 1};
        judge(shared.sent, shared.received, shared.sum, report);
    }

    static void judge(std::uint64_t sent, std::uint64_t received, message sum,
                      measure::loop_report& report) {
        if (received != sent) {
            report.failures.push_back("messages lost or doubled: " + std::to_string(sent) +
                                      " were sent, " + std::to_string(received) + " came");
        }
        const auto expected = static_cast<message>(sent == 0 ? 0 : (sent - 1) * sent / 2);
        if (sum != expected) {
            report.failures.push_back("the messages that came add up to " + std::to_string(sum) +
                                      ", and those sent to " + std::to_string(expected));
        }
    }
};

} // namespace tollgate::fiber_test
