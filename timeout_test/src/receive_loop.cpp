// SPDX-License-Identifier: BSL-1.0
#include "receive_loop.hpp"

#include <tollgate/measure/run_thread_group.hpp>

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
    } catch (...) { // the fiber could not be created, and the receiver has not begun
        has_sender = false;
        receiver.join();
        throw;
    }
    receiver.join();
}

} // namespace

measure::loop_report receive_loop::operator()(measure::loop_probe& probe) const {
    exchange all(probe);
    const receive_parts parts = make_parts(all);
    const auto on_own_thread = [&](const std::function<void()>& side) {
        return [&](measure::loop_member&) {
            parts.schedule();
            side();
        };
    };
    std::vector<measure::group_member> members;
    if (ends == between::fibers) {
        members.push_back({[&](measure::loop_member&) { run_as_fibers(parts); }, where.cpu_of(0)});
    } else {
        members.push_back({on_own_thread(parts.receive), where.cpu_of(0)});
        members.push_back({on_own_thread(parts.send), where.cpu_of(1)});
    }
    bench::standstill nothing_moves;
    measure::loop_report report = measure::run_thread_group(
        members, {progress_check_interval, [&] { nothing_moves.observe(all.moves()); }});
    all.judge(report);
    return report;
}

} // namespace tollgate::timeout_test
