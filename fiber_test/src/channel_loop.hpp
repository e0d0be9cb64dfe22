// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fiber_lane.hpp"
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

/// Two fibers of one thread: one sends numbers through a channel, the other adds them up. Beside
/// yields this is the other thing that a scheduler is for: a fiber waits and another makes it
/// ready.
template <class Channel>
struct channel_loop {
    std::shared_ptr<fiber_lanes> lanes;
    stack_cache stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return lanes->timed().run_loop(
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
        std::uint64_t came = 0;
        message sum = 0;

        void send() {
            const measure::thread_meter meter;
            while (probe.turn(sent)) {
                channel.push(static_cast<message>(sent));
                ++sent;
            }
            meter.add_to(report);
            channel.close();
        }

        void receive() {
            message one = 0;
            while (channel.pop(one) == boost::fibers::channel_op_status::success) {
                ++came;
                sum += one;
            }
        }
    };

    template <class Probe>
    void converse(Probe& probe, measure::loop_report& report) const {
        namespace fb = boost::fibers;
        conversation<Probe> shared{probe, report};
        fb::fiber receiver(fb::launch::post, std::allocator_arg, stacks,
                           [&shared] { shared.receive(); });
        std::exception_ptr refused; // thrown on after the joins: no handler may wait
        try {
            fb::fiber sender(fb::launch::post, std::allocator_arg, stacks,
                             [&shared] { shared.send(); });
            sender.join();
        } catch (...) {
            refused = std::current_exception();
            shared.channel.close();
        }
        receiver.join();
        if (refused) {
            std::rethrow_exception(refused);
        }
        report.turns = {shared.sent + 1};
        judge(shared.sent, shared.came, shared.sum, report);
    }

    static void judge(std::uint64_t sent, std::uint64_t came, message sum,
                      measure::loop_report& report) {
        if (came != sent) {
            report.failures.push_back("messages lost or doubled: " + std::to_string(sent) +
                                      " were sent, " + std::to_string(came) + " came");
        }
        const auto due = static_cast<message>(sent == 0 ? 0 : (sent - 1) * sent / 2);
        if (sum != due) {
            report.failures.push_back("the messages that came add up to " + std::to_string(sum) +
                                      ", and those sent to " + std::to_string(due));
        }
    }
};

} // namespace tollgate::fiber_test
