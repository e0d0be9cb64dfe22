// SPDX-License-Identifier: BSL-1.0
#include "receive_listing.hpp"

#include <tollgate/measure/measured_case.hpp>

#include <chrono>

namespace tollgate::timeout_test {
namespace {

/// See the threads of ./testQueue: threads of one CPU hand over faster while the kernel's scheduler
/// has just met them. Those of two learn from their first sleeps, some hundred of up to 100 µs,
/// how long to stay awake.
std::chrono::nanoseconds settling(const stream_place& where) {
    using namespace std::chrono;
    if (where.whom == between::fibers) {
        return microseconds(500);
    }
    return where.at.where == cpu::placement::same ? nanoseconds(microseconds(5'200))
                                                  : nanoseconds(milliseconds(20));
}

std::string compared_with(const receive_name& name) {
    receive_name other = name;
    other.of = group::baseline;
    if (name.of == group::baseline) {
        other.impl = boost_impl;
        other.clock = clock_kind::os;
    }
    return other.str();
}

} // namespace

void add_receives(case_listing& to, const receive_name& name, const stream_place& where,
                  receive_parts (*make_parts)(exchange&),
                  const std::shared_ptr<counted_receives>& counts) {
    const std::size_t threads = where.whom == between::fibers ? 1 : 2;
    to.add(measure::make_case(name.str(), "one message, pushed and received", 1, threads,
                              receive_loop{where.whom, where.at, make_parts, counts},
                              settling(where)),
           compared_with(name));
}

} // namespace tollgate::timeout_test
