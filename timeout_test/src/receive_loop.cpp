// SPDX-License-Identifier: BSL-1.0
#include "receive_loop.hpp"

#include <tollgate/measure/run_crew.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/type.hpp>

#include <functional>
#include <vector>

namespace tollgate::timeout_test {
namespace {

void run_as_fibers(const receive_parts& parts) {
    parts.schedule();
    bool has_sender = true;
    boost::fibers::fiber receiver(boost::fibers::launch::post, [&] {
        if (has_sender) {
            parts.receive();
        }
    });
    try {
        boost::fibers::fiber(boost::fibers::launch::post, [&] { parts.send(); }).join();
    } catch (...) { // it could not be made, and the receiver has not begun
        has_sender = false;
        receiver.join();
        throw;
    }
    receiver.join();
}

} // namespace

measure::loop_report receive_loop::operator()(measure::turnstile& probe) const {
    exchange all(probe);
    const receive_parts parts = make_parts(all);
    const auto on_own_thread = [&](const std::function<void()>& side) {
        return [&](measure::loop_member&) {
            parts.schedule();
            side();
        };
    };
    std::vector<measure::crew_member> members;
    if (whom == between::fibers) {
        members.push_back({[&](measure::loop_member&) { run_as_fibers(parts); }, where.cpu_of(0)});
    } else {
        members.push_back({on_own_thread(parts.receive), where.cpu_of(0)});
        members.push_back({on_own_thread(parts.send), where.cpu_of(1)});
    }
    bench::standstill nothing_moves;
    measure::loop_report report =
        measure::run_crew(members, {look_every, [&] { nothing_moves.look(all.moves()); }});
    all.judge(report);
    return report;
}

} // namespace tollgate::timeout_test
