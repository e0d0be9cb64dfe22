// SPDX-License-Identifier: BSL-1.0
#include "receive_loop.hpp"

#include <tollgate/measure/run_crew.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/type.hpp>

#include <vector>

namespace tollgate::timeout_test {
namespace {

void run_as_fibers(const receive_parts& parts) {
    parts.schedule();
    boost::fibers::fiber receiver(boost::fibers::launch::post, [&] { parts.receive(); });
    boost::fibers::fiber sender(boost::fibers::launch::post, [&] { parts.send(); });
    receiver.join();
    sender.join();
}

} // namespace

measure::loop_report run_receives(between whom, const cpu::assignment& where,
                                  const receive_parts& parts, exchange& all) {
    std::vector<measure::crew_member> members;
    if (whom == between::fibers) {
        members.push_back({[&](measure::loop_member&) { run_as_fibers(parts); }, where.cpu_of(0)});
    } else {
        members.push_back({[&](measure::loop_member&) {
                               parts.schedule();
                               parts.receive();
                           },
                           where.cpu_of(0)});
        members.push_back({[&](measure::loop_member&) {
                               parts.schedule();
                               parts.send();
                           },
                           where.cpu_of(1)});
    }
    return measure::run_crew(members, {all.look_every(), [&] { all.look(); }});
}

} // namespace tollgate::timeout_test
